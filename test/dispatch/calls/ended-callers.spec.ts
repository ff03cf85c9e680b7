import { getEventListeners } from 'node:events';
import type { McpDispatcher } from 'nest-mcp';
import { allow } from 'nest-mcp';
import { AT_REST, createAskingBench } from '../../support/asking-bench.js';
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

describe('a caller that ends', () => {
  async function withTwoOutstanding(dispatcher: McpDispatcher, signal: AbortSignal) {
    const running = dispatcher.request(call('hold', 'running'), 'a', signal);
    const parked = dispatcher.request(call('pay', 'parked'), 'a', signal);
    await settled();
    return { running, parked };
  }

  it('takes everything with it that it has outstanding', async () => {
    const bench = await createAskingBench();
    await bench.peers('a');
    const caller = new AbortController();
    const { running, parked } = await withTwoOutstanding(bench.dispatcher, caller.signal);
    expect(bench.dispatcher.snapshot()).toMatchObject({ inFlight: 1, parked: 1, pending: 2 });

    caller.abort();

    expect(await Promise.all([running.response, parked.response])).toEqual([null, null]);
    expect(bench.hold.run().signal.aborted).toBe(true);
    bench.hold.finishAll();
    await settled();
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
    expect(bench.clock.timers).toBe(0);
  });

  it('leaves the calls of other callers on the same connection alone', async () => {
    const bench = await createAskingBench();
    const peer = await DirectPeer.askable(bench, 'a');
    const [gone, stays] = [new AbortController(), new AbortController()];
    await withTwoOutstanding(bench.dispatcher, gone.signal);
    const { running, parked } = await withTwoOutstanding(bench.dispatcher, stays.signal);

    gone.abort();
    await settled();

    expect(bench.dispatcher.snapshot()).toMatchObject({ inFlight: 1, parked: 1, connections: 1 });
    bench.hold.run(1).finish('still here');
    await peer.answer();
    expect(said(await running.response)).toBe('still here');
    expect(said(await parked.response)).toBe('pay ran');
    bench.hold.finishAll();
  });

  it('does nothing to what was answered', async () => {
    const { held, dispatcher } = await setUp();
    const caller = new AbortController();
    const handle = dispatcher.request(call('held'), 'a', caller.signal);
    await settled();
    held.run().finish('done');
    expect(said(await handle.response)).toBe('done');

    caller.abort();

    expect(held.run().signal.aborted).toBe(false);
    expect(getEventListeners(caller.signal, 'abort')).toHaveLength(0);
  });

  it('is not heard any more', async () => {
    const { bench, dispatcher } = await setUp();
    const gone = AbortSignal.abort();
    const params = { protocolVersion: '2025-11-25', capabilities: {} };

    const handle = dispatcher.request({ id: 1, method: 'initialize', params }, 'a', gone);

    expect(await handle.response).toBeNull();
    expect(dispatcher.snapshot().capabilities).toBe(0);
    expect(bench.events).toEqual([]);
  });

  it('while its request begins takes that with it', async () => {
    const caller = new AbortController();
    const held = new HeldTool();
    const bench = await createBench({
      tools: [held.definition],
      authorizer: {
        authorize: () => {
          caller.abort();
          return allow();
        },
      },
    });

    const handle = bench.dispatcher.request(call('held'), 'a', caller.signal);

    expect(await handle.response).toBeNull();
    await settled();
    expect(held.runs).toHaveLength(0);
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
  });

  it('is listened to once for all of its requests', async () => {
    const { held, dispatcher } = await setUp();
    const { signal } = new AbortController();
    const handles = Array.from({ length: 12 }, () => dispatcher.request(call('held'), 'a', signal));
    await settled();
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);

    held.finishAll();
    await Promise.all(handles.map(({ response }) => response));
    await settled();

    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
});
