import { allow, deny } from 'nest-mcp';
import type { RuntimeTool } from 'nest-mcp';
import { createFullBench } from '../../support/full-bench.js';
import { DirectPeer } from '../../support/direct-peer.js';
import { settled } from '../../support/settled.js';

const MARKER = 'private-marker';

const strict: RuntimeTool = {
  name: 'strict',
  input: {
    type: 'object',
    properties: { number: { type: 'integer', const: 1 }, name: { type: 'string' } },
    additionalProperties: false,
  },
  handler: () => MARKER,
};

async function setUp() {
  const bench = await createFullBench(
    { maxInFlight: 1, maxInFlightPerConnection: 1 },
    {
      tools: [strict],
      authorizer: {
        authorize: ({ name }) => (name === 'denied' ? deny('sign in\nfirst') : allow()),
        authorizeRead: () => deny('not yours'),
      },
    },
  );
  const peer = new DirectPeer(bench, 'a');
  const debug = () => bench.logger.lines.filter((line) => line.startsWith('debug'));
  return { bench, peer, debug };
}

const args = { number: MARKER, [MARKER]: MARKER };

describe('the log of refused calls', () => {
  it.each([
    ['denied', 'debug "tools/call" "denied" was rejected: denied, "sign in\\nfirst"'],
    ['none', 'debug "tools/call" "none" was rejected: -32601 MethodNotFound'],
    ['strict', 'debug "tools/call" "strict" was rejected: invalid arguments (number)'],
  ])('says why a call of %s was refused, and nothing of what it carried', async (name, line) => {
    const { bench, peer, debug } = await setUp();
    await peer.call(name, args).response;

    expect(debug()).toEqual([line]);
    expect(bench.logger.text).not.toContain(MARKER);
  });

  it('says which limit was met', async () => {
    const { bench, peer, debug } = await setUp();
    const running = peer.call('held');
    await settled();
    await peer.call('strict', args).response;
    bench.held.finishAll();
    await running.response;

    expect(debug()).toEqual([
      'debug "tools/call" "strict" was rejected: busy: limits.maxInFlight (1) is met',
    ]);
    expect(bench.logger.text).not.toContain(MARKER);
  });

  it('says it of reads and unknown methods, with the code', async () => {
    const { peer, debug } = await setUp();
    await peer.ask('prompts/list');
    await peer.ask(`made\nup${'x'.repeat(200)}`);

    expect(debug()).toEqual([
      'debug "prompts/list" was rejected: denied, "not yours", -32090 ReadDenied',
      `debug "made\\nup${'x'.repeat(121)}"… was rejected: -32601 MethodNotFound`,
    ]);
  });

  it('says nothing of a call that succeeds', async () => {
    const { peer, debug } = await setUp();
    await peer.call('strict', { number: 1 }).response;

    expect(debug()).toEqual([]);
  });
});
