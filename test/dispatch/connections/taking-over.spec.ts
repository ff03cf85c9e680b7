import type { Decision } from 'nest-mcp';
import { ask } from 'nest-mcp';
import { deferred } from '../../../src/protocol/deferred.js';
import { AT_REST, createAskingBench } from '../../support/asking-bench.js';
import { DirectPeer, refusal, said } from '../../support/direct-peer.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { settled } from '../../support/settled.js';

const NOTHING = { ...AT_REST, connections: 0, capabilities: 0 };

/** A bench whose policy decides when the test says so. */
async function deciding() {
  const decision = deferred<Decision>();
  const bench = await createAskingBench({ authorizer: { authorize: () => decision.promise } });
  const peer = await DirectPeer.askable(bench, 'a');
  return { bench, peer, decision, call: await peer.park('pay') };
}

describe('a second listener of a connection', () => {
  async function takenOver() {
    const bench = await createAskingBench();
    const first = await DirectPeer.askable(bench, 'a');
    const call = await first.park('pay');
    const running = first.call('hold');
    await settled();
    const second = new DirectPeer(bench, 'a');
    second.listen();
    return { bench, first, second, call, running };
  }

  it('starts afresh: what waited is gone, and cannot be answered', async () => {
    const { bench, first, second, call } = await takenOver();

    expect(await call.response).toBeNull();
    expect(bench.dispatcher.snapshot()).toMatchObject({
      parked: 0,
      connections: 1,
      capabilities: 0,
    });
    expect(await second.answer(undefined, first.prompt.id)).toBeNull();
    expect(bench.pay.runs).toBe(0);
    bench.hold.finishAll();
  });

  it('cannot be asked before it has initialized', async () => {
    const { bench, second } = await takenOver();

    expect(said(await second.call('pay').response)).toBe(refusal('pay', 'ask', 'Run pay?'));
    bench.hold.finishAll();
  });

  it('sees nothing that was meant for the first', async () => {
    const { bench, first, second, running } = await takenOver();
    await bench.hold.run().context.log('error', 'for the first');
    bench.hold.finishAll();

    expect(said(await running.response)).toBe('done');
    expect([first.pushed.length, second.pushed]).toEqual([1, []]);
  });

  it('sees nothing of a tool that was approved for the first', async () => {
    const bench = await createAskingBench();
    const first = await DirectPeer.askable(bench, 'a');
    expect(await first.post('work')).toBeNull();
    await first.answer();
    const second = await DirectPeer.askable(bench, 'a');

    bench.work.run().finish('for the first');
    await settled();

    expect(second.pushed).toEqual([]);
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
  });

  it('is not asked about a call of the first, though it can be', async () => {
    const { bench, decision, call } = await deciding();
    const second = await DirectPeer.askable(bench, 'a');
    decision.resolve(ask('Run it?'));

    expect(said(await call.response)).toBe(refusal('pay', 'ask', 'Run it?'));
    expect(second.pushed).toEqual([]);
    expect(bench.clock.timers).toBe(0);
  });

  it('cannot cancel calls of the first', async () => {
    const { bench, second, running } = await takenOver();
    const params = { requestId: 3 };
    await second.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params });

    expect(bench.hold.run().signal.aborted).toBe(false);
    bench.hold.finishAll();
    expect(said(await running.response)).toBe('done');
  });

  it('ends the first, whose stream completes', async () => {
    const bench = await createBench();
    let isComplete = false;
    bench.dispatcher.connect('a').subscribe({
      complete: () => {
        isComplete = true;
      },
    });
    const second = bench.dispatcher.connect('a').subscribe();

    expect(isComplete).toBe(true);
    second.unsubscribe();
    expect(bench.dispatcher.snapshot()).toEqual(NOTHING);
  });
});
