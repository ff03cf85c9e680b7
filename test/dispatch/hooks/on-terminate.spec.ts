import type { McpHooks } from 'nest-mcp';
import { deferred } from '../../../src/protocol/deferred.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { HeldTool } from '../../support/held-tool.js';
import { MemoryWire } from '../../support/memory-wire.js';
import { MODERN_REVISION } from '../../support/revisions.js';
import { settled } from '../../support/settled.js';

async function setUp(more: McpHooks = {}) {
  const ends: unknown[] = [];
  const held = new HeldTool();
  const bench = await createBench({
    tools: [held.definition],
    hooks: {
      onTerminate: (reason, ctx) => void ends.push([reason, ctx.state.toObject()]),
      ...more,
    },
  });
  return { bench, held, ends };
}

describe('onTerminate of a session', () => {
  it('is told once, with the last state, when the client is gone', async () => {
    const { bench, ends } = await setUp({ onInit: (_info, ctx) => ctx.state.set('a', 1) });
    const wire = await MemoryWire.openOn(bench, '2025-11-25');

    wire.close();
    wire.close();
    await settled();

    expect(ends).toEqual([['disconnected', { a: 1 }]]);
  });

  it('is told once when the application stops it, though the client leaves too', async () => {
    const { bench, ends } = await setUp();
    const wire = await MemoryWire.openOn(bench, '2025-11-25');

    bench.dispatcher.sessions.list()[0]?.stop();
    await settled();
    wire.close();
    await settled();

    expect(ends).toEqual([['stopped', {}]]);
  });

  it('is told when a hook fails', async () => {
    const { bench, ends } = await setUp({
      onEvent: () => {
        throw new Error('no');
      },
    });
    await MemoryWire.openOn(bench, '2025-11-25');

    bench.dispatcher.sessions.list()[0]?.send('x');
    await settled();

    expect(ends).toEqual([['failed', {}]]);
  });

  it('is told, and waited for, when the server stops', async () => {
    const { bench, ends } = await setUp();
    const wire = await MemoryWire.openOn(bench, '2025-11-25');

    await bench.dispatcher.drain(100);
    expect(ends).toEqual([['shutdown', {}]]);
    wire.close();
    await settled();

    expect(ends).toHaveLength(1);
  });

  it('does not hold up the end of the server for longer than its grace', async () => {
    const { bench } = await setUp({ onTerminate: () => new Promise<void>(() => undefined) });
    await MemoryWire.openOn(bench, '2025-11-25');

    const drained = bench.dispatcher.drain(100);
    await settled();
    bench.clock.advance(100);
    await drained;

    expect(bench.logger.lines.join('\n')).toContain('onTerminate');
  });

  it.each([
    ['over time', 'failed'],
    ['gone with its client', 'disconnected'],
    ['ended by the hook', 'stopped'],
  ] as const)('is told of one that began when it was %s', async (how, reason) => {
    const opened = deferred<void>();
    const { bench, ends } = await setUp({
      onInit: async (_info, ctx) => {
        if (how === 'ended by the hook') ctx.stop();
        ctx.state.set('early', 1);
        await opened.promise;
        ctx.state.set('late', 2);
      },
    });
    const wire = MemoryWire.connectOn(bench, '2025-11-25');
    const params = { protocolVersion: '2025-11-25', capabilities: {} };
    const handshake = wire.request(1, 'initialize', params);
    await settled();

    if (how === 'over time') bench.clock.advance(bench.limits.callbackTimeoutMs);
    else if (how === 'gone with its client') wire.close();
    await handshake;
    opened.resolve();
    await settled();

    expect(ends).toEqual([[reason, { early: 1, late: 2 }]]);
    expect(bench.dispatcher.sessions.size).toBe(0);
  });

  it('is not told of a session that was refused', async () => {
    const { bench, ends } = await setUp({ onInit: () => ({ error: 'no' }) });
    const wire = await MemoryWire.openOn(bench, '2025-11-25');

    wire.close();
    await settled();

    expect(ends).toEqual([]);
  });

  it('that throws is logged', async () => {
    const { bench } = await setUp({
      onTerminate: () => {
        throw new Error('broken end');
      },
    });
    const wire = await MemoryWire.openOn(bench, '2025-11-25');

    wire.close();
    await settled();

    expect(bench.logger.lines.join('\n')).toContain('broken end');
  });
});

describe('onTerminate of a session whose requests go on', () => {
  it('comes after them, and sees what they wrote', async () => {
    const { bench, ends, held } = await setUp();
    const { dispatcher } = bench;
    const listening = dispatcher.connect('a').subscribe();
    const request = (id: number, method: string, params: object) =>
      dispatcher.request({ jsonrpc: '2.0', id, method, params }, 'a').response;
    await request(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {} });
    const running = request(2, 'tools/call', { name: held.definition.name });
    await settled();

    listening.unsubscribe();
    await settled();
    expect(ends).toEqual([]);
    held.run().context.state.set('late', true);
    held.finishAll();
    await running;
    await settled();

    expect(ends).toEqual([['disconnected', { late: true }]]);
  });

  it('comes though the client was gone before onInit had ended', async () => {
    const opened = deferred<void>();
    const { bench, ends } = await setUp({
      onInit: async (_info, ctx) => {
        await opened.promise;
        ctx.state.set('a', 1);
      },
    });
    const { dispatcher } = bench;
    const listening = dispatcher.connect('a').subscribe();
    const params = { protocolVersion: '2025-11-25', capabilities: {} };
    const message = { jsonrpc: '2.0', id: 1, method: 'initialize', params };
    const handshake = dispatcher.request(message, 'a').response;
    await settled();

    listening.unsubscribe();
    opened.resolve();
    await handshake;
    await settled();

    expect(ends).toEqual([['disconnected', { a: 1 }]]);
    expect(dispatcher.sessions.size).toBe(0);
  });
});

describe('onTerminate of a request of 2026-07-28', () => {
  it('is told of one that the application ended', async () => {
    const { bench, ends, held } = await setUp();
    const wire = await MemoryWire.openOn(bench, MODERN_REVISION);
    const running = wire.request(1, 'tools/call', { name: held.definition.name });
    await settled();

    held.run().context.stop('closing time');
    await running;
    held.finishAll();
    await settled();

    expect(wire.received).toEqual([
      { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'closing time' } },
    ]);
    expect(ends).toEqual([['stopped', {}]]);
  });

  it('is told of one that began when it was cancelled', async () => {
    const opened = deferred<void>();
    const { bench, ends } = await setUp({
      onInit: async (_info, ctx) => {
        await opened.promise;
        ctx.state.set('a', 1);
      },
    });
    const wire = await MemoryWire.openOn(bench, MODERN_REVISION);
    const running = wire.request(1, 'tools/list');
    await settled();

    await wire.cancel(1);
    await running;
    expect(ends).toEqual([]);
    opened.resolve();
    await settled();

    expect(ends).toEqual([['cancelled', { a: 1 }]]);
  });

  it('is not told of one that nobody served', async () => {
    const { bench, ends } = await setUp();
    const wire = await MemoryWire.openOn(bench, MODERN_REVISION);

    await wire.request(1, 'shop/none');
    await wire.request(2, 'tools/call', {});
    await settled();

    expect(ends).toEqual([]);
  });

  it.each([
    ['a tool', 'tools/call', { name: 'held' }],
    ['a resource', 'resources/read', { uri: 'shop://held' }],
    ['a listen', 'subscriptions/listen', { notifications: {} }],
    ['onRequest', 'shop/held', {}],
  ])('is waited for when the server stops during %s', async (_what, method, params) => {
    const { bench, ends, held } = await setUp({
      onInit: (_info, ctx) => ctx.state.set('a', 1),
      onRequest: (request) =>
        request.method === 'shop/held' ? new Promise<never>(() => undefined) : undefined,
      onTerminate: async (_reason, ctx) => {
        await settled();
        ends.push(ctx.state.toObject());
      },
    });
    const handler = () => new Promise<never>(() => undefined);
    await bench.registry.registerResources([{ name: 'held', uri: 'shop://held', handler }]);
    const wire = await MemoryWire.openOn(bench, MODERN_REVISION);
    const running = wire.request(1, method, params);
    await settled();

    const drained = bench.dispatcher.drain(100);
    // A listen ends at once.
    if (method !== 'subscriptions/listen') bench.clock.advance(100);
    await drained;

    expect(ends).toEqual([{ a: 1 }]);
    await running;
    held.finishAll();
  });

  it('is told once for each, with what onInit and the method wrote', async () => {
    let count = 0;
    const { bench, ends } = await setUp({ onInit: (_info, ctx) => ctx.state.set('n', ++count) });
    const wire = await MemoryWire.openOn(bench, MODERN_REVISION);

    await wire.request(1, 'tools/list');
    await wire.request(2, 'server/discover');
    await settled();

    expect(ends).toEqual([
      ['completed', { n: 1 }],
      ['completed', { n: 2 }],
    ]);
  });

  it('is told of one that was cancelled', async () => {
    const { bench, ends, held } = await setUp();
    const wire = await MemoryWire.openOn(bench, MODERN_REVISION);
    const running = wire.request(1, 'tools/call', { name: held.definition.name });
    await settled();

    await wire.cancel(1);
    await running;
    held.finishAll();
    await settled();

    expect(ends).toEqual([['cancelled', {}]]);
  });

  it('is not told of one that was refused', async () => {
    const { bench, ends } = await setUp({ onInit: () => ({ error: 'no' }) });
    const wire = await MemoryWire.openOn(bench, MODERN_REVISION);

    await wire.request(1, 'tools/list');
    await settled();

    expect(ends).toEqual([]);
  });
});
