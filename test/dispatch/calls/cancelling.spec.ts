import type { Decision } from 'nest-mcp';
import { allow, McpCancelledError } from 'nest-mcp';
import { deferred } from '../../../src/protocol/deferred.js';
import { AT_REST, createAskingBench } from '../../support/asking-bench.js';
import { DirectPeer, said } from '../../support/direct-peer.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { HeldTool } from '../../support/held-tool.js';
import { ModernPeer } from '../../support/modern-peer.js';
import { settled } from '../../support/settled.js';

async function running() {
  const held = new HeldTool();
  const bench = await createBench({ tools: [held.definition] });
  const peer = new DirectPeer(bench, 'a');
  peer.listen();
  const call = peer.call('held');
  await settled();
  return { held, bench, peer, call };
}

describe('cancelling a call', () => {
  it('while the policy decides: it never runs, and is answered with null', async () => {
    const decision = deferred<Decision>();
    const held = new HeldTool();
    const bench = await createBench({
      tools: [held.definition],
      authorizer: { authorize: () => decision.promise },
    });
    const call = new DirectPeer(bench, 'a').call('held');
    await settled();

    call.cancel();

    expect(await call.response).toBeNull();
    decision.resolve(allow());
    await settled();
    expect(held.runs).toHaveLength(0);
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
  });

  it('while it runs: its signal says that it was cancelled, and its result is dropped', async () => {
    const { held, bench, peer, call } = await running();

    call.cancel();

    expect(held.run().signal.reason).toBeInstanceOf(McpCancelledError);
    expect(await call.response).toBeNull();
    held.run().finish('late');
    await settled();
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
    expect(peer.pushed).toEqual([]);
  });

  it('while a person is asked: no answer, no slot, and a later yes is ignored', async () => {
    const bench = await createAskingBench();
    const peer = await DirectPeer.askable(bench, 'a');
    const call = await peer.park('pay');

    bench.dispatcher.cancel(call.ref);

    expect(await call.response).toBeNull();
    expect(await peer.answer()).toBeNull();
    expect(bench.pay.runs).toBe(0);
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
  });

  it('while the approved tool runs: it is aborted and its late result dropped', async () => {
    const bench = await createAskingBench();
    const peer = await DirectPeer.askable(bench, 'a');
    const call = await peer.park('work');
    await peer.answer();

    bench.dispatcher.cancel(call.ref);

    expect(await call.response).toBeNull();
    expect(bench.work.run().signal.aborted).toBe(true);
    bench.work.run().finish('late');
    await settled();
    expect(peer.pushed).toHaveLength(1);
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
  });

  it('that is answered changes nothing, nor does cancelling twice', async () => {
    const { held, call, bench } = await running();
    held.run().finish('done');
    expect(said(await call.response)).toBe('done');

    call.cancel();
    bench.dispatcher.cancel(call.ref);

    expect(held.run().signal.aborted).toBe(false);
    expect(bench.events.filter(({ type }) => type === 'cancelled')).toEqual([]);
  });

  it('twice while it runs is like once', async () => {
    const { held, call, bench } = await running();

    call.cancel();
    call.cancel();

    expect(await call.response).toBeNull();
    held.finishAll();
    await settled();
    expect(bench.events.filter(({ type }) => type === 'cancelled')).toHaveLength(1);
    expect(bench.dispatcher.snapshot()).toMatchObject({ ...AT_REST, abandoned: 0 });
  });

  it('of a name that is unknown does nothing', async () => {
    const { bench, held, call } = await running();

    expect(() => bench.dispatcher.cancel('call-999')).not.toThrow();
    held.finishAll();
    expect(said(await call.response)).toBe('done');
  });

  it.each(['cancel first', 'finish first'])(
    'in the tick in which it ends settles it once: %s',
    async (order) => {
      const { held, call, bench } = await running();
      let settlements = 0;
      const watching = call.response.then(() => settlements++);
      const acts = [call.cancel, () => held.run().finish('done')];
      for (const act of order === 'cancel first' ? acts : acts.toReversed()) act();

      expect(await call.response).toBeNull();
      await watching;
      await settled();
      expect(settlements).toBe(1);
      expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
    },
  );

  it('leaves everybody else alone', async () => {
    const { held, peer, call } = await running();
    const other = peer.call('held');
    await settled();

    call.cancel();

    expect(held.run(1).signal.aborted).toBe(false);
    held.run(1).finish('mine');
    expect(said(await other.response)).toBe('mine');
  });

  it('by the tool itself, while it runs, is as good as by anybody', async () => {
    const bench = await createBench({
      tools: [{ name: 'rash', handler: () => bench.dispatcher.cancel('call-1') }],
    });

    expect(await new DirectPeer(bench, 'a').call('rash').response).toBeNull();
    await settled();
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
  });
});

describe('a request whose client has left before it begins', () => {
  it('runs nothing and gets no answer', async () => {
    const { bench, held } = await running();
    const gone = new ModernPeer(bench, { disconnected: AbortSignal.abort() });

    expect(await gone.call('held')).toBeNull();

    expect(held.runs).toHaveLength(1);
    held.finishAll();
  });
});
