import { createAskingBench } from '../../support/asking-bench.js';
import { DirectPeer } from '../../support/direct-peer.js';
import type { DispatcherBench } from '../../support/dispatcher-bench.js';
import { settled } from '../../support/settled.js';

/** Timers that live, and those there should be. */
function timers({ clock, dispatcher }: DispatcherBench, waitingCallers = 0) {
  const { parked, inFlight } = dispatcher.snapshot();
  return { live: clock.timers, expected: parked + inFlight + waitingCallers };
}

describe('the timers that live', () => {
  it('are those of running calls, waiting calls, and callers with a limit, at every step', async () => {
    const bench = await createAskingBench();
    const peer = await DirectPeer.askable(bench, 'a');
    const steps: { live: number; expected: number }[] = [];
    const step = async (waitingCallers = 0) => {
      await settled();
      steps.push(timers(bench, waitingCallers));
    };
    await step();
    const running = peer.call('hold');
    await step();
    const parked = peer.call('pay');
    await step();
    const message = { id: 'w', method: 'tools/call', params: { name: 'hold' } };
    const waiting = bench.dispatcher.handleMessage(message, 'a', { timeoutMs: 1_000_000 });
    await step(1);
    await peer.answer();
    await parked.response;
    await step(1);
    bench.hold.run(1).finish();
    await waiting;
    await step();
    running.cancel();
    await step();
    await peer.park('pay');
    await step();
    peer.leave();
    await step();

    expect(steps.map(({ live }) => live)).toEqual([0, 1, 2, 4, 3, 1, 0, 1, 0]);
    expect(steps.filter(({ live, expected }) => live !== expected)).toEqual([]);
    bench.hold.finishAll();
  });

  it('are none for what answers without the application', async () => {
    const bench = await createAskingBench();
    const peer = new DirectPeer(bench, 'a');
    await Promise.all([peer.ask('ping'), peer.initialize(), peer.ask('resources/list')]);

    expect(bench.clock.timers).toBe(0);
  });

  it('are none for calls that were given up, however long they go on', async () => {
    const bench = await createAskingBench();
    const call = new DirectPeer(bench, 'a').call('hold');
    await settled();
    bench.clock.advance(300_000);
    await call.response;

    expect(bench.dispatcher.snapshot().abandoned).toBe(1);
    expect(bench.clock.timers).toBe(0);
    bench.hold.finishAll();
  });
});
