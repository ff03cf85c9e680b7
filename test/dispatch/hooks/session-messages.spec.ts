import type { McpHooks, McpSession, McpSessionContext } from 'nest-mcp';
import { Subject } from 'rxjs';
import { deferred } from '../../../src/protocol/deferred.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { HeldTool } from '../../support/held-tool.js';
import { MemoryWire } from '../../support/memory-wire.js';
import { settled } from '../../support/settled.js';

const open = async (hooks: McpHooks, limits: { maxSessionEvents?: number } = {}) => {
  const held = new HeldTool();
  const bench = await createBench({ hooks, limits, tools: [held.definition] });
  const wire = await MemoryWire.openOn(bench, '2025-11-25');
  const [session] = bench.dispatcher.sessions.list();
  return { bench, wire, held, session: session as McpSession };
};

describe('an event of the application', () => {
  it('reaches the hook with the state of its session, and leaves what it wrote', async () => {
    const { session } = await open({
      onEvent: (event, ctx) =>
        ctx.state.set('events', [...((ctx.state.get('events') as []) ?? []), event]),
    });

    session.send('a');
    session.send('b');
    await settled();

    expect(session.state).toEqual({ events: ['a', 'b'] });
  });

  it('waits for the one before', async () => {
    const first = deferred<void>();
    const order: unknown[] = [];
    const { session } = await open({
      onEvent: async (event) => {
        if (event === 'slow') await first.promise;
        order.push(event);
      },
    });

    session.send('slow');
    session.send('quick');
    await settled();
    expect(order).toEqual([]);
    first.resolve();
    await settled();

    expect(order).toEqual(['slow', 'quick']);
  });

  it('is not taken past maxSessionEvents, and again when there is room', async () => {
    const first = deferred<void>();
    const { session } = await open({ onEvent: () => first.promise }, { maxSessionEvents: 2 });

    expect([session.send(1), session.send(2), session.send(3)]).toEqual([true, true, false]);
    first.resolve();
    await settled();
    expect(session.send(4)).toBe(true);
  });

  it('that throws ends this session and no other, and answers what runs', async () => {
    const { bench, wire, held, session } = await open({
      onEvent: () => {
        throw new Error('secret');
      },
    });
    const other = await MemoryWire.openOn(bench, '2025-11-25');
    const running = wire.request(7, 'tools/call', { name: held.definition.name });
    await settled();

    session.send('x');
    await running;
    await settled();

    expect(wire.received).toEqual([
      { jsonrpc: '2.0', id: 7, error: { code: -32603, message: 'The session failed' } },
    ]);
    expect([session.hasEnded, bench.dispatcher.sessions.size]).toEqual([true, 1]);
    expect((await other.ask(1, 'ping'))[0]).toMatchObject({ result: {} });
    expect(bench.logger.lines.join('\n')).toMatch(/hooks\.onEvent[^]*secret/);
    held.finishAll();
  });

  it('that takes too long ends the session', async () => {
    const { bench, session } = await open({ onEvent: () => new Promise<void>(() => undefined) });

    session.send('x');
    await settled();
    bench.clock.advance(bench.limits.callbackTimeoutMs);
    await settled();

    expect(session.hasEnded).toBe(true);
  });

  it('needs the hook', async () => {
    const { session } = await open({});

    expect(() => session.send('x')).toThrow(/hooks\.onEvent/);
  });

  it('is not taken by a session that is over', async () => {
    const { session, wire } = await open({ onEvent: () => undefined });
    wire.close();

    expect(session.send('x')).toBe(false);
  });
});

describe('a call of the application', () => {
  it('gets what the hook returns', async () => {
    const { session } = await open({
      onCall: (message, ctx) => ({ message, version: ctx.protocolVersion }),
    });

    expect(await session.call('x')).toEqual({ message: 'x', version: '2025-11-25' });
  });

  it('gets what the hook throws, and the session lives', async () => {
    const { session } = await open({
      onCall: () => {
        throw new RangeError('no');
      },
    });

    await expect(session.call('x')).rejects.toThrow(RangeError);
    expect(session.hasEnded).toBe(false);
  });

  it('that waits when the session ends is refused', async () => {
    const first = deferred<void>();
    const { session, wire } = await open({ onCall: () => first.promise });
    const running = session.call(1);
    const waiting = session.call(2);
    await settled();

    wire.close();
    first.resolve();

    expect(await running).toBeUndefined();
    await expect(waiting).rejects.toThrow(/session is over/);
  });

  it('may write to the state', async () => {
    const { session } = await open({ onCall: (value, ctx) => ctx.state.set('value', value) });

    await session.call(5);

    expect(session.state).toEqual({ value: 5 });
  });

  it('that fails leaves the state as it was', async () => {
    const { session } = await open({
      onCall: (value, ctx) => {
        ctx.state.set('value', value);
        throw new Error('no');
      },
    });

    await expect(session.call(5)).rejects.toThrow('no');
    expect(session.state).toEqual({});
  });
});

describe('a message cast by the application', () => {
  it('reaches its hook', async () => {
    const seen: unknown[] = [];
    const { session } = await open({ onCast: (message) => void seen.push(message) });

    session.cast('x');
    await settled();

    expect(seen).toEqual(['x']);
  });

  it('that throws ends this session and no other, as an event does', async () => {
    const { bench, wire, held, session } = await open({
      onCast: () => {
        throw new Error('secret');
      },
    });
    await MemoryWire.openOn(bench, '2025-11-25');
    const running = wire.request(7, 'tools/call', { name: held.definition.name });
    await settled();

    session.cast('x');
    await running;

    expect(wire.received).toEqual([
      { jsonrpc: '2.0', id: 7, error: { code: -32603, message: 'The session failed' } },
    ]);
    expect([session.hasEnded, bench.dispatcher.sessions.size]).toEqual([true, 1]);
    held.finishAll();
  });
});

describe('a notification of the client', () => {
  it('reaches the hook after the server has seen it', async () => {
    const seen: unknown[] = [];
    const { wire } = await open({
      onNotification: ({ method, params }, ctx) =>
        void seen.push([method, params, ctx.isInitialized]),
    });

    await wire.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    await wire.send({ jsonrpc: '2.0', method: 'notifications/shop/hello', params: { a: 1 } });
    await settled();

    expect(seen).toEqual([
      ['notifications/initialized', {}, true],
      ['notifications/shop/hello', { a: 1 }, true],
    ]);
  });

  it('that the hook fails on is logged, answered with nothing, and harms nobody', async () => {
    const { wire, bench, session } = await open({
      onNotification: () => {
        throw new Error('broken');
      },
    });

    await wire.send({ jsonrpc: '2.0', method: 'notifications/x' });
    await settled();

    expect([wire.received, session.hasEnded]).toEqual([[], false]);
    expect(bench.logger.lines.join('\n')).toMatch(/hooks\.onNotification[^]*broken/);
  });

  it('that finds no place is reported once, without a word of the client', async () => {
    const first = deferred<void>();
    const { wire, bench } = await open(
      { onNotification: () => first.promise },
      { maxSessionEvents: 1 },
    );

    const method = 'notifications/x\nerror forged line';
    for (let i = 0; i < 4; i++) await wire.send({ jsonrpc: '2.0', method });
    first.resolve();
    await settled();

    const errors = bench.logger.lines.filter((line) => line.startsWith('error'));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain('hooks.onNotification failed: Error: The session is over, or has');
    expect(bench.logger.text).not.toContain('forged');
  });
});

describe('a session', () => {
  it('may be sent notifications of a method of its own', async () => {
    const { wire, session } = await open({});

    session.notify('notifications/shop/stock', { left: 1 });

    expect(wire.received).toEqual([
      { jsonrpc: '2.0', method: 'notifications/shop/stock', params: { left: 1 } },
    ]);
  });

  it.each([
    ['stock', /must begin with notifications/],
    ['notifications/', /must begin with notifications/],
    ['notifications/message', /use log\(\)/],
    ['notifications/progress', /use progress\(\)/],
    ['notifications/cancelled', /the server sends it itself/],
  ])('may not be sent %s', async (method, message) => {
    const { session } = await open({});

    expect(() => session.notify(method)).toThrow(message);
  });

  it.each([
    [{}, 1],
    [{ tools: false }, 0],
  ])('with capabilities %j is told of changed tools %i times', async (capabilities, times) => {
    const bench = await createBench({ capabilities });
    const wire = await MemoryWire.openOn(bench, '2025-11-25');

    bench.dispatcher.sessions.list()[0]?.notify('notifications/tools/list_changed');

    expect(wire.received).toHaveLength(times);
  });

  it('is told of changed resources that it subscribed to only', async () => {
    const { wire, session } = await open({});

    session.notify('notifications/resources/updated', { uri: 'shop://a' });

    expect(wire.received).toEqual([]);
  });

  it('gets log messages above its threshold', async () => {
    const { wire, session } = await open({});
    await wire.request(1, 'logging/setLevel', { level: 'warning' });
    wire.received.length = 0;

    session.log('info', 'a');
    session.log('error', 'b', 'stock');

    expect(wire.received.map(({ params }) => params)).toEqual([
      { level: 'error', data: 'b', logger: 'stock' },
    ]);
  });

  it('is found by its id, and is gone when it is over', async () => {
    const { bench, wire, session } = await open({});
    const { sessions } = bench.dispatcher;

    expect([sessions.get(session.id) === session, sessions.size]).toEqual([true, 1]);
    wire.close();
    expect([sessions.get(session.id), sessions.size, sessions.list()]).toEqual([undefined, 0, []]);
  });

  it('says what is known of it', async () => {
    const { session } = await open({});

    expect(session).toMatchObject({
      transport: 'memory',
      protocolVersion: '2025-11-25',
      clientCapabilities: {},
      clientInfo: undefined,
      principalKey: undefined,
      isInitialized: false,
    });
  });

  it('that is stopped answers what runs, and says why', async () => {
    const { wire, held, session } = await open({});
    const running = wire.request(7, 'tools/call', { name: held.definition.name });
    await settled();

    session.stop('closing time');
    await running;

    expect(wire.received).toEqual([
      { jsonrpc: '2.0', id: 7, error: { code: -32603, message: 'closing time' } },
    ]);
    expect(session.hasEnded).toBe(true);
    held.finishAll();
  });
});

describe('an Observable of the application', () => {
  const follow =
    (source: Subject<unknown>, seen: unknown[]): McpHooks['onEvent'] =>
    (_event: unknown, ctx: McpSessionContext) => {
      ctx.subscribe(source, async (value) => {
        seen.push(value);
        await ctx.notify('notifications/shop/price', { value });
      });
    };

  it('is listened to until the session ends', async () => {
    const source = new Subject<unknown>();
    const { session, wire } = await open({ onEvent: follow(source, []) });
    session.send('go');
    await settled();

    source.next(1);
    await settled();
    expect(wire.received.map(({ params }) => params)).toEqual([{ value: 1 }]);
    expect(source.observed).toBe(true);
    wire.close();
    expect(source.observed).toBe(false);
  });

  it('that fails is logged', async () => {
    const source = new Subject<unknown>();
    const { session, bench } = await open({ onEvent: follow(source, []) });
    session.send('go');
    await settled();

    source.error(new Error('feed lost'));

    expect(bench.logger.lines.join('\n')).toContain('feed lost');
    expect(session.hasEnded).toBe(false);
  });

  it('whose listener throws is listened to all the same', async () => {
    const source = new Subject<number>();
    const seen: number[] = [];
    const { session, bench } = await open({
      onEvent: (_event, ctx) => {
        ctx.subscribe(source, (value) => {
          seen.push(value);
          if (value === 1) throw new Error('bad value');
        });
      },
    });
    session.send('go');
    await settled();

    source.next(1);
    source.next(2);
    await settled();

    expect(seen).toEqual([1, 2]);
    expect(bench.logger.lines.join('\n')).toContain('bad value');
  });
});
