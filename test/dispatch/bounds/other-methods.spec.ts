import type { Authorizer } from 'nest-mcp';
import { allow } from 'nest-mcp';
import { DirectPeer } from '../../support/direct-peer.js';
import { busy, createFullBench } from '../../support/full-bench.js';
import { ModernPeer } from '../../support/modern-peer.js';
import { settled } from '../../support/settled.js';

const gated: Authorizer = { authorize: allow, authorizeRead: allow };

/** Every method but a tool call that runs code of the application. */
const IN_A_SLOT: readonly (readonly [string, object, Authorizer | undefined])[] = [
  ['resources/read', { uri: 'shop://x' }, undefined],
  ['prompts/get', { name: 'x' }, undefined],
  [
    'completion/complete',
    { ref: { type: 'ref/prompt', name: 'x' }, argument: { name: 'y', value: '' } },
    undefined,
  ],
  ['tools/list', {}, gated],
  ['resources/list', {}, gated],
  ['resources/templates/list', {}, gated],
  ['prompts/list', {}, gated],
  ['logging/setLevel', { level: 'error' }, gated],
];

async function full(authorizer: Authorizer | undefined) {
  const bench = await createFullBench({ maxInFlight: 1 }, { authorizer });
  const holding = new DirectPeer(bench, 'other').call('held');
  await settled();
  return { bench, release: () => (bench.held.finishAll(), holding.response) };
}

describe.each(IN_A_SLOT)('%s on a full server', (method, params, authorizer) => {
  it('is refused at once, with the code of its era and the facts', async () => {
    const { bench, release } = await full(authorizer);
    const error = { message: 'server_busy', data: busy('server', 1) };

    expect(await new DirectPeer(bench, 'a').ask(method, params)).toMatchObject({
      error: { code: -32000, ...error },
    });
    await release();
  });
});

describe.each(IN_A_SLOT.filter(([method]) => method !== 'logging/setLevel'))(
  '%s without a handshake on a full server',
  (method, params, authorizer) => {
    it('is refused at once, with the code of its era and the facts', async () => {
      const { bench, release } = await full(authorizer);

      expect(await new ModernPeer(bench).ask(method, params)).toMatchObject({
        error: { code: -33000, message: 'server_busy', data: busy('server', 1) },
      });
      await release();
    });
  },
);

describe('the connection that is over its share', () => {
  it('is told so for reads as well', async () => {
    const bench = await createFullBench({ maxInFlight: 2 });
    const peer = new DirectPeer(bench, 'a');
    const holding = peer.call('held');
    await settled();

    expect(await peer.ask('prompts/get', { name: 'x' })).toMatchObject({
      error: { code: -32000, data: busy('connection', 1) },
    });
    bench.held.finishAll();
    await holding.response;
  });
});

describe('methods that need no slot', () => {
  it.each(['ping', 'tools/list', 'resources/list', 'prompts/list'])(
    '%s answers on a full server without a policy',
    async (method) => {
      const { bench, release } = await full(undefined);

      expect(await new DirectPeer(bench, 'a').ask(method)).toHaveProperty('result');
      await release();
    },
  );

  it.each(['server/discover', 'tools/list'])('nor does %s without a handshake', async (method) => {
    const { bench, release } = await full(undefined);

    expect(await new ModernPeer(bench).ask(method)).toHaveProperty('result');
    await release();
  });
});
