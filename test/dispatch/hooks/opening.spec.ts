import type { McpHooks } from 'nest-mcp';
import { deferred } from '../../../src/protocol/deferred.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { MemoryWire } from '../../support/memory-wire.js';
import { settled } from '../../support/settled.js';

const LEGACY = '2025-11-25';
const INITIALIZE = {
  protocolVersion: LEGACY,
  capabilities: {},
  clientInfo: { name: 'client', version: '2' },
};
const INITIALIZED = { jsonrpc: '2.0', method: 'notifications/initialized' };
const tools = ['hello', 'world'].map((name) => ({ name, handler: () => name }));

const setUp = async (hooks: McpHooks) => {
  const bench = await createBench({ hooks, tools });
  return { bench, wire: MemoryWire.connectOn(bench, LEGACY) };
};
const codes = ({ received }: MemoryWire) =>
  received.map(({ id, error, result }) => [id, error?.code ?? Object.keys(result as object)[0]]);

describe('what comes while a session begins', () => {
  it('is refused when the hook takes too long, and does not wait for it', async () => {
    const { bench, wire } = await setUp({ onInit: () => new Promise<never>(() => undefined) });

    const handshake = wire.request(1, 'initialize', INITIALIZE);
    const waiting = wire.request(2, 'tools/list');
    await settled();
    bench.clock.advance(bench.limits.callbackTimeoutMs);
    await Promise.all([handshake, waiting]);

    expect(codes(wire).toSorted()).toEqual([
      [1, -32000],
      [2, -32600],
    ]);
    expect(bench.dispatcher.sessions.size).toBe(0);
  });

  it('may be another handshake, which begins the session when the first one failed', async () => {
    const inits: string[] = [];
    const { bench, wire } = await setUp({
      onInit: ({ name = '' }) => {
        inits.push(name);
        return name === 'slow' ? new Promise<never>(() => undefined) : undefined;
      },
    });
    const slow = { ...INITIALIZE, clientInfo: { name: 'slow', version: '1' } };

    const handshake = wire.request(1, 'initialize', slow);
    const second = wire.request(2, 'initialize', INITIALIZE);
    const list = wire.request(3, 'tools/list');
    await settled();
    expect([inits, wire.received]).toEqual([['slow'], []]);
    bench.clock.advance(bench.limits.callbackTimeoutMs);
    await Promise.all([handshake, second, list]);

    expect(inits).toEqual(['slow', 'client']);
    expect(codes(wire)).toContainEqual([2, 'protocolVersion']);
    expect(bench.dispatcher.sessions.list().map(({ clientInfo }) => clientInfo?.name)).toEqual([
      'client',
    ]);
  });

  it('may be another handshake, which begins nothing when the first one did', async () => {
    const opened = deferred<void>();
    let inits = 0;
    const { bench, wire } = await setUp({
      onInit: () => {
        inits++;
        return opened.promise;
      },
    });

    const both = [1, 2].map((id) => wire.request(id, 'initialize', INITIALIZE));
    await settled();
    opened.resolve();
    await Promise.all(both);

    expect(codes(wire)).toEqual([
      [1, 'protocolVersion'],
      [2, 'protocolVersion'],
    ]);
    expect([inits, bench.dispatcher.sessions.size]).toEqual([1, 1]);
  });

  it('can be cancelled', async () => {
    const { bench, wire } = await setUp({ onInit: () => new Promise<never>(() => undefined) });

    void wire.request(1, 'initialize', INITIALIZE);
    const waiting = wire.request(2, 'tools/list');
    await settled();
    await wire.cancel(2);
    await waiting;

    expect(wire.received).toEqual([]);
    expect(bench.dispatcher.snapshot().pending).toBe(1);
    wire.close();
  });

  it('is answered when the hook ends the session and hangs', async () => {
    const { bench, wire } = await setUp({
      onInit: (_info, ctx) => {
        ctx.stop('closed today');
        return new Promise<never>(() => undefined);
      },
    });

    const requests = [
      wire.request(1, 'initialize', INITIALIZE),
      wire.request(2, 'tools/list'),
      wire.request(3, 'initialize', INITIALIZE),
    ];
    await Promise.all(requests);

    expect(wire.received.map(({ error }) => error.code as number)).toEqual([
      -32603, -32603, -32603,
    ]);
    expect(bench.dispatcher.sessions.size).toBe(0);
  });

  it('may be notifications, which the session gets when it has begun', async () => {
    const opened = deferred<void>();
    const seen: unknown[] = [];
    const { bench, wire } = await setUp({
      onInit: async (_info, ctx) => {
        await opened.promise;
        ctx.state.set('begun', true);
      },
      onNotification: ({ method }, ctx) =>
        void seen.push([method, ctx.isInitialized, ctx.state.get('begun')]),
    });

    const handshake = wire.request(1, 'initialize', INITIALIZE);
    await wire.send(INITIALIZED);
    await wire.send({ jsonrpc: '2.0', method: 'notifications/shop/hello' });
    await settled();
    expect(seen).toEqual([]);
    opened.resolve();
    await handshake;
    await settled();

    expect(seen).toEqual([
      ['notifications/initialized', true, true],
      ['notifications/shop/hello', true, true],
    ]);
    const [session] = bench.dispatcher.sessions.list();
    expect(session?.isInitialized).toBe(true);
    await bench.register([{ name: 'late', handler: () => 'late' }]);
    await settled();
    expect(wire.received.at(-1)?.method).toBe('notifications/tools/list_changed');
  });

  it('may be notifications, which are dropped with a session that is refused', async () => {
    const seen: string[] = [];
    const { wire } = await setUp({
      onInit: () => ({ error: 'no' }),
      onNotification: ({ method }) => void seen.push(method),
    });

    const handshake = wire.request(1, 'initialize', INITIALIZE);
    await wire.send(INITIALIZED);
    await handshake;
    await settled();

    expect(seen).toEqual([]);
  });

  it('may be notifications, of which no more wait than the limit says', async () => {
    const opened = deferred<void>();
    const seen: unknown[] = [];
    const bench = await createBench({
      limits: { maxSessionEvents: 3 },
      hooks: {
        onInit: () => opened.promise,
        onNotification: ({ params }) => void seen.push(params.n),
      },
    });
    const wire = MemoryWire.connectOn(bench, LEGACY);

    const handshake = wire.request(1, 'initialize', INITIALIZE);
    for (let n = 1; n <= 5; n++) {
      await wire.send({ jsonrpc: '2.0', method: 'notifications/shop/n', params: { n } });
    }
    opened.resolve();
    await handshake;
    await settled();

    expect(seen).toEqual([1, 2, 3]);
    expect(bench.logger.lines.filter((line) => line.includes('maxSessionEvents'))).toHaveLength(1);
  });
});

describe('a session that was refused', () => {
  it('leaves nothing to one that begins on the same connection', async () => {
    let isRefused = true;
    const { bench, wire } = await setUp({
      onInit: (_info, ctx) => {
        if (!isRefused) return undefined;
        ctx.tag({ tenant: 'a' });
        ctx.setPageSize(1);
        ctx.state.set('half', true);
        return ctx.components.registerTools([{ name: 'half', handler: () => 'x' }]).then(() => {
          throw new Error('no');
        });
      },
    });

    const first = wire.request(1, 'initialize', INITIALIZE);
    await wire.send(INITIALIZED);
    await first;
    isRefused = false;
    await wire.request(2, 'initialize', INITIALIZE);
    const [session] = bench.dispatcher.sessions.list();
    const [list] = await wire.ask(3, 'tools/list');

    expect([session?.tags, session?.state, session?.isInitialized]).toEqual([{}, {}, false]);
    expect(list?.result.tools.map(({ name }: { name: string }) => name)).toEqual([
      'hello',
      'world',
    ]);
  });

  it('is not remembered of a direct connection', async () => {
    const bench = await createBench({ hooks: { onInit: () => ({ error: 'no' }) }, tools });
    const { dispatcher } = bench;
    const request = { jsonrpc: '2.0', id: 1, method: 'initialize', params: INITIALIZE };

    await dispatcher.request(request, 'a').response;

    expect(dispatcher.snapshot()).toMatchObject({ capabilities: 0, connections: 0 });
  });
});

describe('two handshakes at once', () => {
  it('on connections of their own begin two sessions, each with its own client', async () => {
    const opened = deferred<void>();
    const bench = await createBench({
      tools,
      hooks: {
        onInit: async ({ name }, ctx) => {
          ctx.state.set('early', name);
          await opened.promise;
          ctx.state.set('late', name);
        },
      },
    });
    const wires = ['a', 'b'].map((name) => {
      const wire = MemoryWire.connectOn(bench, LEGACY);
      const params = { ...INITIALIZE, clientInfo: { name, version: '1' } };
      return wire.request(1, 'initialize', params);
    });
    await settled();
    opened.resolve();
    await Promise.all(wires);

    expect(bench.dispatcher.sessions.list().map(({ state }) => state)).toEqual([
      { early: 'a', late: 'a' },
      { early: 'b', late: 'b' },
    ]);
  });

  it('on one direct connection, of which the first is refused, are remembered', async () => {
    let count = 0;
    const bench = await createBench({
      tools,
      hooks: { onInit: async () => (++count === 1 ? { error: 'not yet' } : undefined) },
    });
    const { dispatcher } = bench;
    const initialize = (id: number) =>
      dispatcher.request({ jsonrpc: '2.0', id, method: 'initialize', params: INITIALIZE }, 'a');

    const [first, second] = await Promise.all([initialize(1).response, initialize(2).response]);

    expect(first).toHaveProperty('error.message', 'not yet');
    expect(second).toHaveProperty('result.protocolVersion', LEGACY);
    expect(dispatcher.snapshot().capabilities).toBe(1);
    expect(dispatcher.sessions.size).toBe(1);
  });
});
