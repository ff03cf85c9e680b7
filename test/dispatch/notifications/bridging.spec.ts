import type { McpContext, McpHooks } from 'nest-mcp';
import { distinctUntilChanged, map, Observable, Subject } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { randomId } from '../../../src/protocol/id-generator.js';
import { MetaKey } from '../../../src/protocol/meta-keys.js';
import type { Connection } from '../../../src/sessions/connection.js';
import { SessionRegistry } from '../../../src/sessions/session-registry.js';
import { createListeningBench } from '../../support/listening-bench.js';
import { ListeningPeer } from '../../support/listening-peer.js';
import { MemoryWire } from '../../support/memory-wire.js';
import { contextWith } from '../../support/request-context.js';
import { settled } from '../../support/settled.js';
import { StdioBench } from '../../support/stdio-bench.js';
import { openListen, openSession } from '../../support/tenants.js';
import { initialize } from '../../support/wire-messages.js';

/** Tells each client of what the application says: an own method, a resource, a list. */
function bridge(source: Subject<string>): McpHooks {
  return {
    onInit: (_client, ctx) => {
      ctx.subscribe(source, async (name) => {
        await ctx.notify(`notifications/shop/${name}`);
        await ctx.notify('notifications/resources/updated', { uri: `shop://${name}` });
        await ctx.notify('notifications/tools/list_changed');
        await ctx.log('info', name);
        await (ctx as McpContext).progress(1);
      });
    },
  };
}

describe('an Observable that onInit listens to', () => {
  it('is told on the stream of the session, long after the handshake', async () => {
    const source = new Subject<string>();
    const bench = await createListeningBench({ hooks: bridge(source) });
    const { told } = await openSession(bench);
    source.next('all');
    source.next('none');
    await settled();

    expect(told()).toEqual([
      'shop/all',
      'resources/updated shop://all',
      'tools/list_changed',
      'message',
      'shop/none',
      'tools/list_changed',
      'message',
    ]);
  });

  it('is told to a listen as its own changes, and nothing else', async () => {
    const source = new Subject<string>();
    const bench = await createListeningBench({ hooks: bridge(source) });
    const { peer, told } = await openListen(bench, 'a');
    source.next('all');
    source.next('none');
    await settled();

    expect(told()).toEqual([
      'resources/updated shop://all',
      'tools/list_changed',
      'tools/list_changed',
    ]);
    const ids = peer.messages.map(({ params }) => (params as any)._meta[MetaKey.SubscriptionId]);
    expect(ids).toEqual([1, 1, 1, 1]);
  });

  it('is told to a listen that asked for logs and progress as to any other', async () => {
    const source = new Subject<string>();
    const wire = await MemoryWire.openOn(
      await createListeningBench({ hooks: bridge(source) }),
      '2026-07-28',
    );
    const _meta = { progressToken: 7, [MetaKey.LogLevel]: 'debug' };
    const notifications = { toolsListChanged: true };
    void wire.request(1, 'subscriptions/listen', { notifications, _meta });
    await settled();
    source.next('all');
    await settled();

    expect(wire.received.map(({ method }) => method)).toEqual([
      'notifications/subscriptions/acknowledged',
      'notifications/tools/list_changed',
    ]);
    wire.close();
  });

  it('is told nothing of a list that the listen did not ask for', async () => {
    const source = new Subject<string>();
    const bench = await createListeningBench({ hooks: bridge(source) });
    const peer = await ListeningPeer.open(bench, { promptsListChanged: true });
    source.next('all');
    await settled();

    expect(peer.told).toEqual([]);
  });

  it('says nothing before a listen is acknowledged', async () => {
    const source = new Subject<string>();
    const { onInit } = bridge(source);
    const hooks: McpHooks = {
      onInit: async (client, ctx) => {
        await onInit?.(client, ctx);
        source.next('all');
        await settled();
      },
    };
    const { peer, told } = await openListen(await createListeningBench({ hooks }), 'a');
    await settled();
    expect(peer.messages.map(({ method }) => method)).toEqual([
      'notifications/subscriptions/acknowledged',
    ]);

    source.next('all');
    await settled();
    expect(told()).toEqual(['resources/updated shop://all', 'tools/list_changed']);
  });

  it('is not told to a listen by a policy that denies', async () => {
    let denies = false;
    const source = new Subject<string>();
    const authorizer = {
      authorize: () => ({ kind: 'allow' }) as const,
      authorizeRead: () =>
        denies ? ({ kind: 'deny', reason: 'gone' } as const) : ({ kind: 'allow' } as const),
    };
    const bench = await createListeningBench({ hooks: bridge(source), authorizer });
    const { told } = await openListen(bench, 'a');
    denies = true;
    source.next('all');
    await settled();

    expect(told()).toEqual(['tools/list_changed']);
  });

  it.each([
    ['that are declared', {}, ['shop/x', 'tools/list_changed', 'message']],
    ['that are not', { tools: false, logging: false }, ['shop/x']],
  ])('is told lists and logs %s', async (_which, capabilities, expected) => {
    const source = new Subject<string>();
    const bench = await createListeningBench({ hooks: bridge(source), capabilities });
    const { told } = await openSession(bench);
    source.next('x');
    await settled();

    expect(told()).toEqual(expected);
  });

  it('costs a client that does not read no more than its buffer', async () => {
    const source = new Subject<string>();
    const hooks: McpHooks = {
      onInit: (_client, ctx) => {
        ctx.subscribe(source, (n) => ctx.notify('notifications/shop/price', { n }));
      },
    };
    const stdio = await StdioBench.open({ hooks, limits: { maxBufferedBytes: 10_000 } });
    stdio.send(initialize('hello'), { method: 'notifications/initialized' });
    await settled();
    for (let n = 0; n < 20_000; n++) {
      source.next(String(n));
      if (n % 500 === 499) await settled();
    }
    const told = (await stdio.read().messages()).slice(1).map(({ params }: any) => params.n);

    expect(told.length).toBeLessThan(1_000);
    expect(told.at(-1)).toBe('19999');
    expect(told.toSorted((a, b) => a - b)).toEqual(told);
  });

  it('is told of what changed only', async () => {
    const state = new Subject<{ readonly price: number; readonly stock: number }>();
    const hooks: McpHooks = {
      onInit: (_client, ctx) => {
        const price$ = state.pipe(
          map(({ price }) => price),
          distinctUntilChanged(),
        );
        ctx.subscribe(price$, (price) => ctx.notify('notifications/shop/changed', { price }));
      },
    };
    const { wire } = await openSession(await createListeningBench({ hooks }));
    for (const price of [1, 1, 2]) state.next({ price, stock: Math.random() });
    await settled();

    expect(wire.received.map(({ params }) => params)).toEqual([{ price: 1 }, { price: 2 }]);
  });
});

describe('what the application listens to for a client', () => {
  const setUp = async () => {
    const source = new Subject<string>();
    const bench = await createListeningBench({ hooks: bridge(source) });
    return { source, bench };
  };

  it.each(['close', 'stop', 'drain'] as const)('is let go on %s of a session', async (end) => {
    const { source, bench } = await setUp();
    const { wire, session } = await openSession(bench);
    expect(source.observed).toBe(true);

    if (end === 'close') wire.close();
    else if (end === 'stop') session.stop();
    else await bench.dispatcher.drain(1);
    expect(source.observed).toBe(false);
  });

  it.each(['leave', 'drain'] as const)('is let go on %s of a listen', async (end) => {
    const { source, bench } = await setUp();
    const { peer } = await openListen(bench, 'a');
    expect(source.observed).toBe(true);

    if (end === 'leave') peer.leave();
    else await bench.dispatcher.drain(1);
    await settled();
    expect(source.observed).toBe(false);
  });

  it('is let go when any other request of 2026-07-28 is answered', async () => {
    const { source, bench } = await setUp();
    const wire = await MemoryWire.openOn(bench, '2026-07-28');
    await wire.request(1, 'tools/list');

    expect(source.observed).toBe(false);
  });

  it('is let go when the session is refused, however often it is tried', async () => {
    const source = new Subject<string>();
    let refuses = true;
    const { onInit } = bridge(source);
    const hooks: McpHooks = {
      onInit: (client, ctx) => {
        void onInit?.(client, ctx);
        return refuses ? { error: 'closed' } : undefined;
      },
    };
    const bench = await createListeningBench({ hooks });
    const wire = MemoryWire.connectOn(bench, '2025-11-25');
    const shake = () =>
      wire.ask(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {} });
    await shake();
    await shake();
    expect(source.observed).toBe(false);

    refuses = false;
    await shake();
    expect(source.observed).toBe(true);
    wire.close();
    expect(source.observed).toBe(false);
  });

  it('is let go at once if the session is over already', async () => {
    const source = new Subject<string>();
    const contexts: McpContext[] = [];
    const hooks: McpHooks = { onInit: (_client, ctx) => void contexts.push(ctx) };
    const bench = await createListeningBench({ hooks });
    const { wire } = await openSession(bench);
    wire.close();
    await (await MemoryWire.openOn(bench, '2026-07-28')).request(1, 'tools/list');
    for (const ctx of contexts) ctx.subscribe(source, () => undefined);

    expect(contexts).toHaveLength(2);
    expect(source.observed).toBe(false);
  });

  it('is let go when the session expires', async () => {
    const { source, bench } = await setUp();
    const { dispatcher, clock, limits } = bench;
    const sessions = new SessionRegistry(limits, clock, randomId, {
      stopped: () => undefined,
      ended: (ended, end) => dispatcher.end(ended, end),
    });
    const connection = sessions.open(undefined) as Connection;
    const params = { protocolVersion: '2025-11-25', capabilities: {} };
    const request = { jsonrpc: '2.0', id: 1, method: 'initialize', params } as const;
    const context = contextWith({ connection, scope: connection });
    await dispatcher.dispatch(request, context);
    expect(source.observed).toBe(true);

    clock.advance(limits.sessionIdleMs);
    expect([source.observed, sessions.size]).toEqual([false, 0]);
  });

  it('is let go when the input of stdio ends', async () => {
    const source = new Subject<string>();
    const stdio = (await StdioBench.open({ hooks: bridge(source) })).read();
    await stdio.initialize();
    source.next('x');
    expect(await stdio.messages()).toMatchObject([
      { method: 'notifications/shop/x' },
      { method: 'notifications/tools/list_changed' },
      { method: 'notifications/message' },
    ]);
    expect(source.observed).toBe(true);

    stdio.input.end();
    await settled();
    expect(source.observed).toBe(false);
  });

  it('is observed from the handshake to the end of the session', async () => {
    const scheduler = new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
    const hot = scheduler.createHotObservable<string>('-a-b-c-');
    const hooks: McpHooks = {
      onInit: (_client, ctx) => void ctx.subscribe(hot, () => undefined),
    };
    const bench = await createListeningBench({ hooks });
    const { wire } = await openSession(bench);
    scheduler.createColdObservable('----x').subscribe(() => wire.close());
    scheduler.expectSubscriptions(hot.subscriptions).toBe('^---!');

    scheduler.flush();
    expect.assertions(1);
  });

  it('is let go by one client, and goes on for the others', async () => {
    const { source, bench } = await setUp();
    const [first, second] = [await openSession(bench), await openSession(bench)];
    first.wire.close();
    source.next('x');
    await settled();

    expect([first.told(), second.told()[0]]).toEqual([[], 'shop/x']);
  });
});

describe('an Observable that cannot be left', () => {
  const source = new Observable<never>(() => () => {
    throw new Error('stuck');
  });
  const ends: string[] = [];
  const hooks: McpHooks = {
    onInit: (_client, ctx) => void ctx.subscribe(source, () => undefined),
    onTerminate: (reason) => void ends.push(reason),
  };
  beforeEach(() => ends.splice(0));

  it('does not keep a session from its end, and is logged', async () => {
    const bench = await createListeningBench({ hooks });
    const { wire } = await openSession(bench);

    wire.close();
    await settled();

    expect([ends, bench.dispatcher.sessions.size]).toEqual([['disconnected'], 0]);
    expect(bench.logger.text).toContain('stuck');
  });

  it('does not keep a request of 2026-07-28 from its answer', async () => {
    const bench = await createListeningBench({ hooks });
    const wire = await MemoryWire.openOn(bench, '2026-07-28');

    const [answer] = await wire.ask(1, 'tools/list');
    await settled();

    expect(answer?.result.tools).toEqual([]);
    expect([ends, bench.logger.text]).toEqual([['completed'], expect.stringContaining('stuck')]);
  });
});

describe('a context whose session is over', () => {
  it('says nothing to another that has its address', async () => {
    const contexts: McpContext[] = [];
    const hooks: McpHooks = { onInit: (_client, ctx) => void contexts.push(ctx) };
    const bench = await createListeningBench({ hooks });
    const { dispatcher } = bench;
    const params = { protocolVersion: '2025-11-25', capabilities: {} };
    const shake = () =>
      dispatcher.request({ jsonrpc: '2.0', id: 1, method: 'initialize', params }, 'a').response;
    const first = dispatcher.connect('a').subscribe();
    await shake();
    const [session] = dispatcher.sessions.list();
    first.unsubscribe();
    const told: unknown[] = [];
    dispatcher.connect('a').subscribe((message) => told.push(message));
    await shake();

    session?.notify('notifications/x');
    await contexts[0]?.notify('notifications/x');
    await contexts[0]?.log('info', 'x');
    expect(told).toEqual([]);

    await contexts[1]?.notify('notifications/x');
    expect(told).toHaveLength(1);
  });
});
