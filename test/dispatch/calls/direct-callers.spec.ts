import { getEventListeners } from 'node:events';
import { McpTimeoutError } from 'nest-mcp';
import { createAskingBench } from '../../support/asking-bench.js';
import { DirectPeer, said } from '../../support/direct-peer.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { HeldTool } from '../../support/held-tool.js';
import { settled } from '../../support/settled.js';

const call = (name: string, id: number | string = 1) =>
  ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name } }) as const;

async function setUp() {
  const held = new HeldTool();
  const bench = await createBench({ tools: [held.definition] });
  return { held, bench, dispatcher: bench.dispatcher };
}

describe('a caller that waits', () => {
  it('may give up after a time: the tool is aborted and nothing is held', async () => {
    const { held, bench, dispatcher } = await setUp();
    const answer = dispatcher.handleMessage(call('held'), 'a', { timeoutMs: 50 });
    const failure = answer.catch((thrown: unknown) => thrown);
    await settled();
    bench.clock.advance(49);
    await settled();
    expect(held.run().signal.aborted).toBe(false);

    bench.clock.advance(1);

    expect(await failure).toBeInstanceOf(McpTimeoutError);
    expect(held.run().signal.aborted).toBe(true);
    expect(dispatcher.snapshot()).toMatchObject({ pending: 0, inFlight: 0, abandoned: 1 });
    expect(bench.clock.timers).toBe(0);
    expect(await dispatcher.handleMessage({ id: 2, method: 'ping' }, 'a')).toMatchObject({ id: 2 });
  });

  it('may give up by its signal, and is told the reason of that', async () => {
    const { held, dispatcher } = await setUp();
    const controller = new AbortController();
    const answer = dispatcher.handleMessage(call('held'), 'a', { signal: controller.signal });
    const failure = answer.catch((thrown: unknown) => thrown);
    await settled();

    controller.abort('enough');

    expect(await failure).toBe('enough');
    expect(held.run().signal.aborted).toBe(true);
    expect(dispatcher.snapshot()).toMatchObject({ pending: 0, inFlight: 0, abandoned: 1 });
  });

  it('that has given up already sends nothing', async () => {
    const { held, dispatcher } = await setUp();
    const signal = AbortSignal.abort('enough');

    await expect(dispatcher.handleMessage(call('held'), 'a', { signal })).rejects.toBe('enough');
    await settled();

    expect(held.runs).toHaveLength(0);
  });

  it('is answered in time, and nothing of its waiting is left', async () => {
    const { held, bench, dispatcher } = await setUp();
    const { signal } = new AbortController();
    const answer = dispatcher.handleMessage(call('held'), 'a', { timeoutMs: 50, signal });
    await settled();
    held.run().finish('in time');

    expect(said(await answer)).toBe('in time');
    expect(bench.clock.timers).toBe(0);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31])(
    'cannot wait %d milliseconds',
    async (timeoutMs) => {
      const { held, dispatcher } = await setUp();

      await expect(dispatcher.handleMessage(call('held'), 'a', { timeoutMs })).rejects.toThrow(
        RangeError,
      );
      expect(held.runs).toHaveLength(0);
    },
  );

  it('gets null for a call that waits for a person, and is not waited for any more', async () => {
    const bench = await createAskingBench();
    await bench.peers('a');
    const answer = bench.dispatcher.handleMessage(call('pay'), 'a', { timeoutMs: 50 });

    expect(await answer).toBeNull();
    bench.clock.advance(50);
    await settled();
    expect(bench.dispatcher.snapshot()).toMatchObject({ parked: 1 });
  });

  it('and names no connection shares one with all who name none', async () => {
    const bench = await createAskingBench();
    const peer = await DirectPeer.askable(bench, 'default');

    expect(await bench.dispatcher.handleMessage(call('pay', 'unnamed'))).toBeNull();
    await peer.answer();

    expect(peer.pushed.at(-1)).toMatchObject({ id: 'unnamed', result: {} });
  });
});

describe('a caller that does not wait', () => {
  it('has a promise that stays open while a person is asked, and then gets the answer', async () => {
    const bench = await createAskingBench();
    const peer = await DirectPeer.askable(bench, 'a');
    const handle = bench.dispatcher.request(call('pay', 'original'), 'a');
    let isSettled = false;
    const watching = handle.response.then(() => {
      isSettled = true;
    });
    await settled();
    expect(isSettled).toBe(false);

    await peer.answer();

    expect(await handle.response).toMatchObject({ id: 'original', result: {} });
    expect(peer.pushed).toEqual([expect.objectContaining({ method: 'elicitation/create' })]);
    await watching;
  });

  it('has handles of different names', async () => {
    const { dispatcher } = await setUp();
    const refs = [1, 2, 3].map((id) => dispatcher.request({ id, method: 'ping' }).ref);

    expect(new Set(refs).size).toBe(3);
  });

  it('may send two requests of one id: each handle gets its own answer', async () => {
    const { held, dispatcher } = await setUp();
    const [first, second] = [dispatcher.request(call('held')), dispatcher.request(call('held'))];
    await settled();
    held.run(1).finish('second');
    held.run(0).finish('first');

    expect(said(await first.response)).toBe('first');
    expect(said(await second.response)).toBe('second');
  });
});
