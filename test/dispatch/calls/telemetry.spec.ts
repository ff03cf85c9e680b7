import type { Authorizer, McpEvent } from 'nest-mcp';
import { allow, ask, deny, McpDispatcher } from 'nest-mcp';
import { AT_REST, createAskingBench } from '../../support/asking-bench.js';
import { bootContext } from '../../support/boot-app.js';
import { CountedTool } from '../../support/counted-tool.js';
import { DirectPeer } from '../../support/direct-peer.js';
import type { DispatcherBench } from '../../support/dispatcher-bench.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { settled } from '../../support/settled.js';

const SECRET = 'sk-secret';

/** What happens around calls has specs of its own. */
const AROUND = /^(request|session|notification)_/;

/** Events of calls without the facts they share. */
const brief = ({ events }: DispatcherBench) =>
  events
    .filter(({ type }) => !AROUND.test(type))
    .map((event) => {
      const { type } = event;
      const more = Object.entries(event).filter(([key]) =>
        ['outcome', 'reason', 'seam', 'decision', 'end', 'scope', 'code'].includes(key),
      );
      return [type, ...more.map(([, value]) => value)].join(' ');
    });

const authorizer: Authorizer = {
  authorize: ({ name }) =>
    name === 'pay' ? ask(`Pay? ${SECRET}`) : name === 'no' ? deny('no') : allow(),
  authorizeRead: ({ method }) => (method === 'prompts/list' ? deny('no') : allow()),
};

async function setUp() {
  const tools = ['pay', 'no', 'yes'].map((name) => new CountedTool(name));
  const bench = await createBench({ tools, authorizer });
  const peer = await DirectPeer.askable(bench, 'a');
  return { bench, peer };
}

describe('the events of a call', () => {
  it('that is allowed', async () => {
    const { bench, peer } = await setUp();
    await peer.call('yes', { secret: SECRET }).response;

    expect(brief(bench)).toEqual(['started', 'decided tool allow', 'finished returned']);
  });

  it('that is denied', async () => {
    const { bench, peer } = await setUp();
    await peer.call('no').response;

    expect(brief(bench)).toEqual(['started', 'decided tool deny', 'finished returned']);
  });

  it('that a person approves', async () => {
    const { bench, peer } = await setUp();
    const call = await peer.park('pay');
    await peer.answer();
    await call.response;

    expect(brief(bench)).toEqual([
      'started',
      'decided tool ask',
      'finished returned',
      'parked',
      'settled approved',
      'started',
      'finished returned',
    ]);
  });

  it('that nobody answers in time', async () => {
    const { bench, peer } = await setUp();
    const call = await peer.park('pay');
    bench.clock.advance(60_000);
    await call.response;

    expect(brief(bench).slice(3)).toEqual(['parked', 'settled timeout']);
  });

  it('that is cancelled while it waits', async () => {
    const { bench, peer } = await setUp();
    const call = await peer.park('pay');
    call.cancel();
    await call.response;

    expect(brief(bench).slice(3)).toEqual(['parked', 'settled dropped', 'cancelled']);
  });

  it('that does not exist', async () => {
    const { bench, peer } = await setUp();
    await peer.call('unknown').response;

    expect(brief(bench).at(-1)).toBe('rejected -32601');
  });

  it('that reads', async () => {
    const { bench, peer } = await setUp();
    await peer.ask('prompts/list');

    expect(brief(bench)).toEqual([
      'started',
      'decided read deny',
      'finished threw',
      'rejected -32090',
    ]);
  });

  it('that is over time', async () => {
    const bench = await createAskingBench();
    const call = new DirectPeer(bench, 'a').call('hold');
    await settled();
    bench.clock.advance(300_000);
    await call.response;
    bench.hold.run().finish();
    await settled();

    expect(brief(bench).slice(2)).toEqual(['abandoned timeout', 'finished timeout', 'ended_late']);
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
  });

  it('name who, where and what, and never arguments, questions or results', async () => {
    const { bench, peer } = await setUp();
    const call = await peer.park('pay', { secret: SECRET });
    await peer.answer({ action: 'accept', content: { approve: true, note: SECRET } });
    await call.response;
    const keys = new Set(bench.events.flatMap((event) => Object.keys(event)));

    expect(JSON.stringify(bench.events)).not.toContain(SECRET);
    expect([...keys].sort()).toEqual([
      'clientInfo',
      'connectionId',
      'decision',
      'durationMs',
      'end',
      'method',
      'name',
      'outcome',
      'principalKey',
      'protocolVersion',
      'seam',
      'transport',
      'type',
    ]);
    expect(bench.events.find(({ type }) => type === 'started')).toMatchObject({
      method: 'tools/call',
      name: 'pay',
      transport: 'memory',
      connectionId: 'a',
    });
  });
});

describe('the audit of an application', () => {
  it('is told decisions and outcomes, and what it does not need is left out', async () => {
    const recorded: McpEvent[] = [];
    const app = await bootContext(
      {},
      { authorizer, audit: { record: (event) => void recorded.push(event) } },
    );
    await app
      .get(McpDispatcher)
      .handleMessage(
        { id: 1, method: 'tools/call', params: { name: 'no', arguments: { SECRET } } },
        'a',
      );

    expect(recorded.map(({ type }) => type)).toEqual(['decided', 'finished']);
    expect(recorded[0]).toMatchObject({ decision: 'deny', name: 'no', connectionId: 'a' });
    expect(JSON.stringify(recorded)).not.toContain(SECRET);
    await app.close();
  });

  it('that fails keeps nothing from being answered', async () => {
    const fails = () => {
      throw new Error('the disk is full');
    };
    const app = await bootContext({}, { authorizer, audit: { record: fails } });

    expect(
      await app
        .get(McpDispatcher)
        .handleMessage({ id: 1, method: 'tools/call', params: { name: 'no' } }),
    ).toHaveProperty('result');
    await app.close();
  });
});
