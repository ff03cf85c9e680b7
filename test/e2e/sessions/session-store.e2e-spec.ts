import type { BeforeApplicationShutdown, INestApplication, Type } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { McpEvent, McpHooks, McpModuleOptions } from 'nest-mcp';
import { McpNotificationBus, McpSessions, McpTelemetry, MemorySessionStore } from 'nest-mcp';
import { StockService } from '../../apps/changes/stock.service.js';
import { deferred } from '../../../src/protocol/deferred.js';
import { HeaderUserGuard, asUser } from '../../apps/header-user.guard.js';
import { MemoryLane } from '../../apps/memory-lane.js';
import { PLATFORMS, bootApp } from '../../support/boot-app.js';
import { bootError } from '../../support/boot-error.js';
import { EventReader } from '../../support/event-reader.js';
import { settled } from '../../support/settled.js';
import type { WireAnswer } from '../../support/wire-client.js';
import { WireClient, events, outcome } from '../../support/wire-client.js';
import { legacyCall, legacyRequest } from '../../support/wire-messages.js';

const URI = 'shop://stock/978';
const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
const ping = legacyRequest('ping');

const valueOf = (answer: WireAnswer): any => {
  const { result } = outcome(answer).body;
  return JSON.parse(result.content[0].text as string);
};

describe.each(PLATFORMS)('sessions in a store, on $platform', ({ createAdapter }) => {
  const apps: INestApplication[] = [];
  let store: MemorySessionStore;

  beforeEach(() => {
    store = new MemorySessionStore();
  });

  afterEach(async () => {
    for (const app of apps.splice(0)) await app.close();
  });

  const boot = async (
    mcp: Partial<McpModuleOptions> = {},
    providers: Type[] = [MemoryLane, StockService],
  ) => {
    const app = await bootApp(
      { createAdapter },
      { providers },
      {
        mcp: { sessions: { store }, ...mcp },
        create: { forceCloseConnections: true },
        configure: (application) => application.useGlobalGuards(new HeaderUserGuard()),
      },
    );
    apps.push(app);
    return { app, client: new WireClient(app) };
  };

  const shutDown = async (app: INestApplication) => {
    apps.splice(apps.indexOf(app), 1);
    await app.close();
  };

  it('are served by another process with all that is known of them', async () => {
    const [first, second] = [await boot(), await boot()];
    const session = await first.client.openSession();
    await first.client.post(initialized, session);
    await first.client.post(legacyRequest('logging/setLevel', { level: 'error' }), session);
    await first.client.post(legacyCall('note', { text: 'a' }), session);
    await settled();

    const recalled = await second.client.post(legacyCall('recall'), session);
    const { text } = await second.client.post(legacyCall('murmur'), session);

    expect(valueOf(recalled)).toEqual({
      notes: ['a'],
      client: 'wire',
      version: '2025-11-25',
      isInitialized: true,
    });
    const logs = events(text).filter(({ method }) => method === 'notifications/message');
    expect(logs).toMatchObject([{ params: { data: 'loud' } }]);
    expect(second.app.get(McpSessions).get(session['mcp-session-id']!)).toBeDefined();
  });

  it('go on after a restart, with what was changed last', async () => {
    const { app, client } = await boot();
    const session = await client.openSession();
    await client.post(legacyCall('note', { text: 'a' }), session);
    await shutDown(app);
    const second = await boot();
    await second.client.post(legacyCall('note', { text: 'b' }), session);
    await shutDown(second.app);

    const third = await boot();

    expect(valueOf(await third.client.post(legacyCall('recall'), session)).notes).toEqual([
      'a',
      'b',
    ]);
  });

  it('tell the application of the end of a process, and keep what it writes then', async () => {
    const reasons: string[] = [];
    const hooks: McpHooks = {
      onTerminate: (reason, ctx) => {
        reasons.push(reason);
        ctx.state.set('notes', ['closing time']);
      },
    };
    const { app, client } = await boot({ hooks });
    const session = await client.openSession();
    await shutDown(app);

    const second = await boot();

    expect(reasons).toEqual(['shutdown']);
    expect(valueOf(await second.client.post(legacyCall('recall'), session)).notes).toEqual([
      'closing time',
    ]);
  });

  it('are saved before the application goes away', async () => {
    const order: string[] = [];
    const save = store.save.bind(store);
    store.save = async (record, ttlMs) => {
      await settled();
      await save(record, ttlMs);
      order.push('saved');
    };
    @Injectable()
    class LastThings implements BeforeApplicationShutdown {
      beforeApplicationShutdown(): void {
        order.push('gone');
      }
    }
    const hooks: McpHooks = { onTerminate: (_reason, ctx) => ctx.state.set('n', 1) };
    const { app, client } = await boot({ hooks }, [LastThings]);
    await client.openSession();
    await settled();
    await settled();
    order.length = 0;

    await shutDown(app);

    expect(order).toEqual(['saved', 'gone']);
  });

  it.each<[string, object]>([
    ['a notification', initialized],
    ['a response', { jsonrpc: '2.0', id: 9, result: {} }],
  ])('come back with %s', async (_what, message) => {
    const { app, client } = await boot();
    const session = await client.openSession();
    await shutDown(app);
    const second = await boot();

    const { status } = await second.client.post(message, session);
    await settled();

    expect(status).toBe(202);
    expect(second.app.get(McpSessions).size).toBe(1);
    const [record] = await Promise.all((await store.list()).map((id) => store.load(id)));
    expect(record?.isInitialized).toBe('method' in message);
  });

  it('come back with a stream, and with their subscriptions', async () => {
    const { app, client } = await boot();
    const session = await client.openSession();
    const subscribe = (uri: string) =>
      client.post(legacyRequest('resources/subscribe', { uri }), session);
    await subscribe(URI);
    await subscribe('shop://stock/979');
    await client.post(legacyRequest('resources/unsubscribe', { uri: 'shop://stock/979' }), session);
    await shutDown(app);
    const second = await boot();
    const { response, leave } = await second.client.open('GET', session);
    const bus = second.app.get(McpNotificationBus);
    bus.resourceUpdated('shop://stock/979');
    bus.resourceUpdated(URI);

    expect(response.statusCode).toBe(200);
    expect(await new EventReader(response).next()).toMatchObject({
      method: 'notifications/resources/updated',
      params: { uri: URI },
    });
    leave();
  });

  it('lose subscriptions to what is not there any more', async () => {
    const { app, client } = await boot();
    const session = await client.openSession();
    await client.post(legacyRequest('resources/subscribe', { uri: URI }), session);
    await shutDown(app);
    const second = await boot({}, [MemoryLane]);

    await second.client.post(ping, session);
    await settled();

    const record = await store.load(session['mcp-session-id']!);
    expect(record?.subscriptions).toEqual([]);
  });

  it('come back to be ended', async () => {
    const reasons: string[] = [];
    const { app, client } = await boot();
    const session = await client.openSession();
    await shutDown(app);
    const second = await boot({ hooks: { onTerminate: (reason) => void reasons.push(reason) } });

    expect((await second.client.send('DELETE', session)).status).toBe(204);
    expect((await second.client.post(ping, session)).status).toBe(404);
    expect([await store.list(), reasons]).toEqual([[], ['deleted']]);
  });

  it('go on with their stream where the server began again', async () => {
    const { app, client } = await boot();
    const session = await client.openSession();
    const id = session['mcp-session-id']!;
    const notify = (to: INestApplication, n: number) =>
      to.get(McpSessions).get(id)?.notify('notifications/test/n', { n });
    const stream = await client.open('GET', session);
    const reader = new EventReader(stream.response);
    notify(app, 1);
    let event = await reader.nextEvent();
    while (event?.data === '') event = await reader.nextEvent();
    const call = await client.post(legacyCall('murmur'), session);
    const callId = /^id: (?<id>.*)$/m.exec(call.text)?.groups?.id;
    await shutDown(app);
    const second = await boot();
    await second.client.post(ping, session);
    notify(second.app, 2);
    const get = (lastEventId: string | undefined) =>
      second.client.open('GET', { ...session, 'last-event-id': lastEventId });

    const back = await get(event?.id);
    const over = await get(callId);

    expect(await new EventReader(back.response).next()).toMatchObject({ params: { n: 2 } });
    expect([callId === undefined, over.response.statusCode]).toEqual([false, 204]);
    back.leave();
  });

  it('are their owners only, alive or not', async () => {
    const { app, client } = await boot();
    const session = await client.openSession(asUser({ sub: 'ann' }));
    const { 'mcp-session-id': id } = session;
    await shutDown(app);
    const second = await boot();
    const nobodys = { 'mcp-session-id': 'abcdefghijklmnopqrstuvwx' };
    const asBob = { ...asUser({ sub: 'bob' }), 'mcp-session-id': id! };

    const refused = [
      await second.client.post(ping, nobodys),
      await second.client.post(ping, asBob),
      await second.client.post(ping, { 'mcp-session-id': id! }),
      await second.client.send('DELETE', asBob),
    ];

    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(refused[1]?.text).toBe(refused[0]?.text);
    expect((await second.client.post(ping, session)).status).toBe(200);
  });

  it('have no header, principal or token in their records', async () => {
    const saved: string[] = [];
    const save = store.save.bind(store);
    store.save = (record, ttlMs) => {
      saved.push(JSON.stringify(record));
      return save(record, ttlMs);
    };
    const { client } = await boot();
    const secrets = {
      authorization: 'Bearer marker-token',
      cookie: 'sid=marker-cookie',
      'x-api-key': 'marker-key',
      ...asUser({ sub: 'ann', email: 'marker-email', password: 'marker-password' }),
    };
    const session = await client.openSession(secrets);
    await client.post(initialized, session);
    await client.post(legacyCall('note', { text: 'a' }), session);
    await client.post(legacyRequest('resources/subscribe', { uri: URI }), session);
    await settled();

    expect(saved.length).toBeGreaterThan(2);
    expect(saved.join('\n')).not.toMatch(/marker/);
    const members = new Set(saved.flatMap((json) => Object.keys(JSON.parse(json) as object)));
    expect([...members].toSorted()).toEqual([
      'clientCapabilities',
      'clientInfo',
      'id',
      'isInitialized',
      'ownerKey',
      'protocolVersion',
      'state',
      'subscriptions',
      'v',
    ]);
  });

  it('are not ended by a DELETE that the store cannot carry out', async () => {
    const { client } = await boot();
    const session = await client.openSession();
    await settled();
    const { delete: remove } = store;
    store.delete = () => Promise.reject(new Error('no connection'));

    const refused = await client.send('DELETE', session);
    expect(outcome(refused)).toMatchObject({ status: 500, body: { error: { code: -32603 } } });
    expect((await client.post(ping, session)).status).toBe(200);
    store.delete = remove;
    expect((await client.send('DELETE', session)).status).toBe(204);
    expect((await client.post(ping, session)).status).toBe(404);
  });

  it('are served while the store fails, which telemetry tells', async () => {
    const { app, client } = await boot();
    const seen: McpEvent[] = [];
    app.get(McpTelemetry).addSink((event) => seen.push(event));
    const fail = () => Promise.reject(new Error('no connection'));
    Object.assign(store, { save: fail, load: fail });

    const session = await client.openSession();
    const noted = await client.post(legacyCall('note', { text: 'a' }), session);
    const unknown = { 'mcp-session-id': 'abcdefghijklmnopqrstuvwx' };
    const other = await client.post(ping, unknown);
    await settled();

    expect(outcome(noted)).toMatchObject({ status: 200 });
    expect([other.status, other.headers['retry-after']]).toEqual([503, '1']);
    const failures = seen.filter(({ type }) => type === 'store_failed');
    const failed = { type: 'store_failed', store: 'sessions.store' };
    for (const [operation, connectionId] of [
      ['save', session['mcp-session-id']],
      ['load', unknown['mcp-session-id']],
    ]) {
      expect(failures).toContainEqual({ ...failed, operation, connectionId });
    }
  });

  it('are not waited for longer than storeTimeoutMs', async () => {
    const { app, client } = await boot({ limits: { storeTimeoutMs: 1 } });
    const seen: McpEvent[] = [];
    app.get(McpTelemetry).addSink((event) => seen.push(event));
    store.load = () => new Promise(() => undefined);

    const { status } = await client.post(ping, { 'mcp-session-id': 'abcdefghijklmnopqrstuvwx' });

    expect(status).toBe(503);
    expect(seen).toContainEqual(
      expect.objectContaining({ type: 'store_failed', operation: 'load' }),
    );
  });

  it('are looked up no more than maxSessionRestores at once', async () => {
    const { client } = await boot({ limits: { maxSessionRestores: 1 } });
    const asked = deferred<void>();
    const found = deferred<undefined>();
    store.load = () => {
      asked.resolve();
      return found.promise;
    };
    const first = client.post(ping, { 'mcp-session-id': 'abcdefghijklmnopqrstuvwx' });
    await asked.promise;

    const second = await client.post(ping, { 'mcp-session-id': 'bcdefghijklmnopqrstuvwxy' });
    found.resolve(undefined);

    expect([second.status, (await first).status]).toEqual([503, 404]);
  });

  it('whose restore fails are given up after maxRestoreAttempts', async () => {
    const { app, client } = await boot();
    const session = await client.openSession();
    await shutDown(app);
    const hooks: McpHooks = {
      onSessionExpired: () => {
        throw new Error('no plan');
      },
    };
    const second = await boot({ hooks, limits: { maxRestoreAttempts: 1 } });

    const failed = await second.client.post(ping, session);
    const gone = await second.client.post(ping, session);

    expect(outcome(failed).body.error).toMatchObject({ code: -32603 });
    expect(failed.text).not.toContain('no plan');
    expect([gone.status, await store.list()]).toEqual([404, []]);
  });

  it('that are refused are told so by the answer, or by the status', async () => {
    const { app, client } = await boot();
    const sessions = [1, 2, 3, 4].map(() => client.openSession());
    const [first, second, third, fourth] = await Promise.all(sessions);
    await shutDown(app);
    const { client: other } = await boot({
      hooks: { onSessionExpired: () => ({ error: 'closed' }) },
    });
    const error = { code: -32603, message: 'closed' };

    const answer = await other.post(legacyRequest('ping', {}, 7), first);
    const refused = [
      await other.post(initialized, second),
      await other.send('GET', third),
      await other.send('DELETE', fourth),
    ];

    expect(outcome(answer)).toEqual({ status: 200, body: { jsonrpc: '2.0', id: 7, error } });
    expect(refused.map(outcome)).toEqual(
      refused.map(() => ({ status: 500, body: { jsonrpc: '2.0', error } })),
    );
    expect((await other.post(ping, first)).status).toBe(404);
  });

  it('say when to try again where there are too many', async () => {
    const { client } = await boot({ limits: { maxSessions: 1 } });
    await client.openSession();

    const { status, headers } = await client.post(
      legacyRequest('initialize', { protocolVersion: '2025-11-25', capabilities: {} }),
    );

    expect([status, headers['retry-after']]).toEqual([503, '1']);
  });
});

describe('the option sessions.store', () => {
  @Injectable()
  class OwnStore extends MemorySessionStore {}

  it('takes a class that some module provides', async () => {
    const app = await bootApp(
      PLATFORMS[0]!,
      { providers: [OwnStore] },
      { mcp: { sessions: { store: OwnStore } } },
    );
    await new WireClient(app).openSession();
    await settled();

    expect(app.get(OwnStore).size).toBe(1);
    await app.close();
  });

  it('is a boot error when nobody provides the class', async () => {
    const error = await bootError({}, { sessions: { store: OwnStore } });

    expect(error).toContain('sessions.store');
  });
});
