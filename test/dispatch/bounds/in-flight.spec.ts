import { allow, ask } from 'nest-mcp';
import type { DirectCall } from 'nest-mcp';
import { AT_REST, createAskingBench } from '../../support/asking-bench.js';
import { DirectPeer, said } from '../../support/direct-peer.js';
import type { HeldTool } from '../../support/held-tool.js';
import { busy, createFullBench, toolError } from '../../support/full-bench.js';
import { settled } from '../../support/settled.js';

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

async function outcomes(calls: readonly DirectCall[], held: HeldTool) {
  await settled();
  held.finishAll();
  const answers = await Promise.all(calls.map(({ response }) => response));
  const refused = answers.map(toolError).filter((error) => error !== undefined);
  return { ran: answers.length - refused.length, refused };
}

describe('the bound of all', () => {
  it('refuses the call past it at once, and takes the next when one has ended', async () => {
    const bench = await createFullBench({ maxInFlight: 2, maxInFlightPerConnection: 2 });
    const peer = new DirectPeer(bench, 'a');
    const [first, second] = [peer.call('held'), peer.call('held')];
    await settled();
    expect(bench.dispatcher.snapshot()).toMatchObject({ inFlight: 2, pending: 2 });

    expect(toolError(await peer.call('held').response)).toEqual(busy('server', 2));

    bench.held.run(0).finish();
    await first.response;
    const third = peer.call('held');
    await settled();
    expect(bench.held.runs).toHaveLength(3);
    bench.held.finishAll();
    await Promise.all([second.response, third.response]);
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
  });

  it('holds for calls of one tick: of 50, as many run as it says', async () => {
    const bench = await createFullBench({ maxInFlight: 10, maxInFlightPerConnection: 10 });
    const peer = new DirectPeer(bench, 'a');

    const { ran, refused } = await outcomes(
      times(50, () => peer.call('held')),
      bench.held,
    );

    expect(ran).toBe(10);
    expect(refused).toEqual(times(40, () => busy('server', 10)));
  });

  it('holds while 50 connections call in one tick', async () => {
    const bench = await createFullBench({ maxInFlight: 10 });
    const calls = Array.from({ length: 50 }, (_, n) => new DirectPeer(bench, `c${n}`).call('held'));
    expect(bench.dispatcher.snapshot().inFlight).toBe(10);

    expect(await outcomes(calls, bench.held)).toMatchObject({ ran: 10 });
  });

  it('is met by two connections at their default share, and by no third', async () => {
    const bench = await createFullBench({});
    const [a, b, c] = ['a', 'b', 'c'].map((id) => new DirectPeer(bench, id));
    const calls = [...times(16, () => a!.call('held')), ...times(16, () => b!.call('held'))];

    expect(toolError(await c!.call('held').response)).toEqual(busy('server', 32));
    expect(await outcomes(calls, bench.held)).toMatchObject({ ran: 32 });
  });
});

describe('calls that wait for a person', () => {
  it('hold no slot', async () => {
    const bench = await createAskingBench({
      limits: { maxInFlight: 1, maxParkedElicitations: 30 },
    });
    const [peer] = (await bench.peers('a')) as [DirectPeer];
    for (let call = 0; call < 30; call++) await peer.park('pay');
    expect(bench.dispatcher.snapshot()).toMatchObject({ parked: 30, inFlight: 0 });

    const allowed = peer.call('hold');
    await settled();

    expect(bench.hold.runs).toHaveLength(1);
    bench.hold.finishAll();
    expect(said(await allowed.response)).toBe('done');
    peer.leave();
  });

  it('take one when they are approved, and none when they are refused', async () => {
    const bench = await createAskingBench({ limits: { maxInFlight: 1 } });
    const [peer] = (await bench.peers('a')) as [DirectPeer];
    await peer.park('work');
    const first = peer.prompt.id;
    const refused = await peer.park('work');
    await peer.answer({ action: 'accept', content: { approve: true } }, first);
    expect(bench.dispatcher.snapshot()).toMatchObject({ parked: 1, inFlight: 1 });

    await peer.answer({ action: 'decline' });

    expect(said(await refused.response)).toContain('user decline');
    expect(bench.dispatcher.snapshot()).toMatchObject({ parked: 0, inFlight: 1 });
    bench.work.finishAll();
    await settled();
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
  });
});

describe('a slot', () => {
  it('is taken by the policy as well', async () => {
    let decisions = 0;
    const bench = await createFullBench(
      { maxInFlight: 1 },
      {
        authorizer: {
          authorize: () => (decisions++ === 0 ? new Promise(() => undefined) : ask('?')),
        },
      },
    );
    const waiting = new DirectPeer(bench, 'a').call('held');

    const refused = await new DirectPeer(bench, 'b').call('held').response;

    expect(toolError(refused)).toEqual(busy('server', 1));
    expect(decisions).toBe(1);
    waiting.cancel();
  });

  it('is one for a whole listing that the policy filters', async () => {
    const bench = await createFullBench(
      { maxInFlight: 1 },
      {
        authorizer: { authorize: allow, authorizeRead: allow },
        tools: ['x', 'y', 'z'].map((name) => ({ name, handler: () => '' })),
      },
    );

    const list = await new DirectPeer(bench, 'a').ask('tools/list');

    expect(list).toMatchObject({ result: { tools: [{}, {}, {}, {}] } });
    expect(bench.events.filter(({ type }) => type === 'started')).toHaveLength(1);
  });
});
