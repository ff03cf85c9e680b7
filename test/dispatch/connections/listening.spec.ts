import type { Decision } from 'nest-mcp';
import { allow, ask } from 'nest-mcp';
import { deferred } from '../../../src/protocol/deferred.js';
import { AT_REST, createAskingBench } from '../../support/asking-bench.js';
import { DirectPeer, refusal, said } from '../../support/direct-peer.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { HeldTool } from '../../support/held-tool.js';
import { settled } from '../../support/settled.js';

const NOTHING = { ...AT_REST, connections: 0, capabilities: 0 };

/** A bench whose policy decides when the test says so. */
async function deciding() {
  const decision = deferred<Decision>();
  const bench = await createAskingBench({ authorizer: { authorize: () => decision.promise } });
  const peer = await DirectPeer.askable(bench, 'a');
  return { bench, peer, decision, call: await peer.park('pay') };
}

describe('a connection whose listener leaves', () => {
  it('is forgotten with its capabilities, waiting calls and timers, and nobody is answered', async () => {
    const bench = await createAskingBench();
    const peer = await DirectPeer.askable(bench, 'a');
    const call = await peer.park('pay');
    expect(bench.dispatcher.snapshot()).toMatchObject({
      connections: 1,
      capabilities: 1,
      parked: 1,
    });

    peer.leave();

    expect(await call.response).toBeNull();
    expect(bench.dispatcher.snapshot()).toEqual(NOTHING);
    expect(bench.clock.timers).toBe(0);
    expect(peer.pushed).toHaveLength(1);
  });

  it('takes an approved tool with it, and its result reaches nobody', async () => {
    const bench = await createAskingBench();
    const peer = await DirectPeer.askable(bench, 'a');
    expect(await peer.post('work')).toBeNull();
    await peer.answer();

    peer.leave();

    expect(bench.work.run().signal.aborted).toBe(true);
    bench.work.finishAll();
    await settled();
    expect(peer.pushed).toHaveLength(1);
    expect(bench.dispatcher.snapshot()).toEqual(NOTHING);
  });

  it('does not take a call with it that nobody was asked about', async () => {
    const bench = await createAskingBench();
    const peer = await DirectPeer.askable(bench, 'a');
    const call = peer.call('hold');
    await settled();

    peer.leave();

    expect(bench.hold.run().signal.aborted).toBe(false);
    bench.hold.run().finish('still here');
    expect(said(await call.response)).toBe('still here');
    expect(bench.dispatcher.snapshot()).toEqual(NOTHING);
  });

  it('leaves other connections alone', async () => {
    const bench = await createAskingBench();
    const [a, b] = (await bench.peers('a', 'b')) as [DirectPeer, DirectPeer];
    const call = await b.park('pay');

    a.leave();
    await b.answer();

    expect(said(await call.response)).toBe('pay ran');
  });

  it('is told to telemetry, once', async () => {
    const bench = await createAskingBench();
    const peer = await DirectPeer.askable(bench, 'a');
    peer.leave();
    peer.leave();

    expect(bench.events.filter(({ type }) => type === 'dropped')).toEqual([
      { type: 'dropped', connectionId: 'a' },
    ]);
  });

  it('takes all connections with it that it listens to', async () => {
    const bench = await createAskingBench();
    const all = [bench.dispatcher.connect('a'), bench.dispatcher.connect('b')].map((messages) =>
      messages.subscribe(),
    );
    const [first, ...rest] = all;
    for (const subscription of rest) first?.add(subscription);
    expect(bench.dispatcher.snapshot().connections).toBe(2);

    first?.unsubscribe();

    expect(bench.dispatcher.snapshot()).toEqual(NOTHING);
  });

  it('while the policy decides is not asked: nothing waits, and the caller gets the refusal', async () => {
    const { bench, peer, decision, call } = await deciding();

    peer.leave();
    decision.resolve(ask('Run it?'));

    expect(said(await call.response)).toBe(refusal('pay', 'ask', 'Run it?'));
    expect(bench.dispatcher.snapshot()).toEqual(NOTHING);
    expect(bench.clock.timers).toBe(0);
  });
});

describe('the first listener of a connection', () => {
  it('finds what was initialized before it came', async () => {
    const bench = await createAskingBench();
    const peer = new DirectPeer(bench, 'a');
    await peer.initialize({ elicitation: {} });
    peer.listen();
    await peer.park('pay');

    expect(peer.prompts).toHaveLength(1);
    peer.leave();
  });

  it('can be asked about a call that was sent before it came', async () => {
    const { bench, decision } = await deciding();
    const peer = new DirectPeer(bench, 'late');
    const call = peer.call('pay');
    await peer.initialize({ elicitation: {} });
    peer.listen();
    decision.resolve(ask('Run it?'));
    await settled();

    await peer.answer();

    expect(said(await call.response)).toBe('pay ran');
  });
});

describe('a client that initializes again without elicitation', () => {
  it('can still answer what waits, but is asked nothing new', async () => {
    const bench = await createAskingBench();
    const peer = await DirectPeer.askable(bench, 'a');
    const call = await peer.park('pay');
    await peer.initialize({});

    expect(said(await peer.call('pay').response)).toBe(refusal('pay', 'ask', 'Run pay?'));
    await peer.answer();
    expect(said(await call.response)).toBe('pay ran');
  });
});

describe('a connection that only sends', () => {
  it('is not remembered after its last answer', async () => {
    const held = new HeldTool();
    const bench = await createBench({ tools: [held.definition], authorizer: { authorize: allow } });
    const call = new DirectPeer(bench, 'a').call('held');
    await settled();
    held.finishAll();
    await call.response;

    expect(bench.dispatcher.snapshot()).toEqual(NOTHING);
  });
});
