import type { Decision } from 'nest-mcp';
import { ask } from 'nest-mcp';
import { deferred } from '../../../src/protocol/deferred.js';
import { AT_REST, createAskingBench } from '../../support/asking-bench.js';
import type { DirectPeer } from '../../support/direct-peer.js';
import { APPROVE, refusal, said } from '../../support/direct-peer.js';
import { settled } from '../../support/settled.js';

async function parked(tool = 'pay') {
  const bench = await createAskingBench();
  const [peer] = (await bench.peers('a')) as [DirectPeer];
  return { bench, peer, call: await peer.park(tool) };
}

/** A bench whose policy decides when the test says so. */
async function deciding() {
  const decision = deferred<Decision>();
  const bench = await createAskingBench({ authorizer: { authorize: () => decision.promise } });
  const [peer] = (await bench.peers('a')) as [DirectPeer];
  return { bench, peer, decision, call: await peer.park('pay') };
}

describe('a call that waits for a person', () => {
  it('is dropped without an answer when it is cancelled', async () => {
    const { bench, peer, call } = await parked();

    call.cancel();

    expect(await call.response).toBeNull();
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
    expect(bench.clock.timers).toBe(0);
    await peer.answer();
    expect(bench.pay.runs).toBe(0);
  });

  it('takes its question back when it is cancelled', async () => {
    const { peer, call } = await parked();

    call.cancel();
    await call.response;

    expect(peer.pushed.slice(1)).toEqual([
      {
        jsonrpc: '2.0',
        method: 'notifications/cancelled',
        params: { requestId: peer.prompt.id, reason: 'the call ended' },
      },
    ]);
  });

  it('is dropped when its client cancels the request', async () => {
    const { bench, peer, call } = await parked();

    const params = { requestId: 2 };
    await peer.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params });

    expect(await call.response).toBeNull();
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
  });

  it('is dropped when its connection is gone', async () => {
    const { bench, peer, call } = await parked();

    peer.leave();

    expect(await call.response).toBeNull();
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
    expect(bench.clock.timers).toBe(0);
  });

  it('is dropped when its connection ends while the question is delivered', async () => {
    const bench = await createAskingBench();
    const [peer] = (await bench.peers('a')) as [DirectPeer];
    const connection = bench.dispatcher.connect('a').subscribe(() => connection.unsubscribe());
    await peer.initialize({ elicitation: {} });

    const call = await peer.park('pay');

    expect(await call.response).toBeNull();
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
    expect(bench.clock.timers).toBe(0);
  });

  it('is dropped when the caller that sent it ends', async () => {
    const bench = await createAskingBench();
    await bench.peers('a');
    const caller = new AbortController();
    const params = { name: 'pay' };
    const message = { jsonrpc: '2.0', id: 9, method: 'tools/call', params };
    const call = bench.dispatcher.request(message, 'a', caller.signal);
    await settled();

    caller.abort();

    expect(await call.response).toBeNull();
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
  });

  it('stays answerable when the client initializes again without elicitation', async () => {
    const { peer, call } = await parked();
    await peer.initialize({});

    expect(said(await peer.call('pay').response)).toBe(refusal('pay', 'ask', 'Run pay?'));
    await peer.answer();
    expect(said(await call.response)).toBe('pay ran');
  });
});

describe('an approved tool that runs', () => {
  it('is aborted without an answer when the call is cancelled', async () => {
    const { bench, peer, call } = await parked('work');
    await peer.answer();
    const { signal, finish } = bench.work.run();

    call.cancel();

    expect(await call.response).toBeNull();
    expect(signal.aborted).toBe(true);
    finish();
    await settled();
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
    expect(peer.pushed).toHaveLength(1);
  });

  it('is aborted when its connection is gone', async () => {
    const { bench, peer, call } = await parked('work');
    await peer.answer();
    const { signal, finish } = bench.work.run();

    peer.leave();

    expect(await call.response).toBeNull();
    expect(signal.aborted).toBe(true);
    finish();
    await settled();
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
  });
});

describe('a policy that asks late', () => {
  it('parks nothing for a call that was cancelled meanwhile', async () => {
    const { bench, peer, decision, call } = await deciding();
    call.cancel();
    decision.resolve(ask('Run it?'));
    await settled();

    expect(await call.response).toBeNull();
    expect(peer.prompts).toEqual([]);
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
  });

  it('parks nothing for a connection that is gone meanwhile', async () => {
    const { bench, peer, decision, call } = await deciding();
    peer.leave();
    decision.resolve(ask('Run it?'));

    expect(said(await call.response)).toBe(refusal('pay', 'ask', 'Run it?'));
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
    expect(bench.clock.timers).toBe(0);
  });

  it('asks nobody who took the id over meanwhile', async () => {
    const { bench, peer, decision, call } = await deciding();
    peer.leave();
    const [newcomer] = (await bench.peers('a')) as [DirectPeer];
    decision.resolve(ask('Run it?'));
    await settled();

    expect(newcomer.pushed).toEqual([]);
    expect(said(await call.response)).toBe(refusal('pay', 'ask', 'Run it?'));
  });

  it('goes by what the client can do when it asks', async () => {
    const { peer, decision, call } = await deciding();
    await peer.initialize({});
    decision.resolve(ask('Run it?'));

    expect(said(await call.response)).toBe(refusal('pay', 'ask', 'Run it?'));
    expect(peer.prompts).toEqual([]);
  });

  it.each(Array.from({ length: 24 }, (_, turns) => turns))(
    'leaves nothing behind when the call is cancelled %i turns after it asked',
    async (turns) => {
      const { bench, peer, decision, call } = await deciding();
      decision.resolve(ask('Run it?'));
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      call.cancel();

      expect(await call.response).toBeNull();
      const asked = peer.prompts.length;
      await settled();
      expect(peer.prompts).toHaveLength(asked);
      expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
      expect(bench.clock.timers).toBe(0);
    },
  );
});

describe('an approval', () => {
  it('of a cancelled call runs nothing, even in the same turn', async () => {
    const { bench, peer, call } = await parked();
    const answered = peer.send({ jsonrpc: '2.0', id: peer.prompt.id, result: APPROVE });
    call.cancel();
    await answered;
    await settled();

    expect(await call.response).toBeNull();
    expect(bench.pay.runs).toBe(0);
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
  });
});
