import { Subject } from 'rxjs';
import { BenchLogger } from '../../../test/support/bench-logger.js';
import { createBench } from '../../../test/support/dispatcher-bench.js';
import { settled } from '../../../test/support/settled.js';
import type { BenchOptions } from '../../../test/support/dispatcher-bench.js';
import { storedSession } from '../../../test/support/stored-session.js';
import type { McpHooks } from '../../dispatch/hooks/mcp-hooks.interface.js';
import type { McpContext } from '../../dispatch/mcp-context.js';
import { standInHost } from '../../dispatch/stand-in-host.js';
import { McpNotificationBus } from '../../notifications/mcp-notification-bus.js';
import { deferred } from '../../protocol/deferred.js';
import { randomId } from '../../protocol/id-generator.js';
import { McpException } from '../../protocol/mcp.exception.js';
import { MemorySessionStore } from '../../sessions/memory-session-store.js';
import { SessionKeeper } from '../../sessions/session-keeper.js';
import type { SessionOptions } from '../../sessions/session-options.interface.js';
import { SessionRegistry } from '../../sessions/session-registry.js';
import type { StoredSession } from '../../sessions/session-store.interface.js';
import type { HttpExchange } from './http-exchange.js';
import { LegacyVersions } from './legacy-versions.js';
import { RequestTags } from './request-tags.js';
import type { Recovery } from './session-recovery.js';
import { SessionRecovery } from './session-recovery.js';
import { SessionStreamTable } from './streams/session-stream-table.js';

const ID = 'abcdefghijklmnopqrstuv-1';
const IDLE = 1_800_000;

const record = (changes: Partial<StoredSession> = {}): StoredSession =>
  storedSession({
    id: ID,
    protocolVersion: '2025-06-18',
    state: { plan: 'full' },
    subscriptions: [],
    ...changes,
  });

interface Given {
  readonly hooks?: McpHooks;
  readonly policy?: NonNullable<SessionOptions['autoRecover']>;
  readonly hasStore?: boolean;
  readonly limits?: NonNullable<BenchOptions['limits']>;
}

/** A server in whose store there is a session of ann. */
async function setUp({ hooks = {}, policy = 'stored', hasStore = true, limits }: Given = {}) {
  const bus = new McpNotificationBus();
  const bench = await createBench({ hooks, bus, ...(limits && { limits }) });
  const { clock, dispatcher } = bench;
  const store = new MemorySessionStore({}, clock);
  const loads: string[] = [];
  const load = store.load.bind(store);
  let gate: Promise<unknown> = Promise.resolve();
  store.load = async (id) => {
    loads.push(id);
    await gate;
    return load(id);
  };
  await store.save(record(), IDLE);
  const keeper = new SessionKeeper({
    server: 'default',
    store: () => (hasStore ? store : undefined),
    serialize: (state) => state,
    remembersEnds: policy === 'always',
    limits: bench.limits,
    clock,
    logger: new BenchLogger(),
    onFailed: () => undefined,
    onSerializeFailed: () => undefined,
  });
  const streams = new SessionStreamTable({
    bus,
    limits: bench.limits,
    store: () => undefined,
    clock,
    nextId: randomId,
    logger: new BenchLogger(),
  });
  const sessions = new SessionRegistry(bench.limits, clock, randomId, {
    stopped: (connection) => keeper.release(connection, 'stopped'),
    ended: (connection, end) => {
      keeper.release(connection, end.reason);
      dispatcher.end(connection, end);
      streams.end(connection);
    },
  });
  const recovery = new SessionRecovery({
    dispatcher,
    sessions,
    streams,
    keeper,
    versions: new LegacyVersions(bench.revisions),
    tags: new RequestTags(() => ({ tenant: 'from the request' })),
    policy,
    limits: bench.limits,
    clock,
  });
  const ask = async (principalKey: string | undefined = 'ann', id = ID, method = 'POST') => {
    const exchange = { headers: {}, raw: { method }, host: standInHost(), principalKey };
    return (await recovery.recover(id, exchange as unknown as HttpExchange))!;
  };
  const holdStore = (until: Promise<unknown>) => {
    gate = until;
  };
  return { ...bench, store, loads, holdStore, keeper, streams, sessions, recovery, ask };
}

const live = (recovery: Recovery) => {
  if (recovery.kind !== 'live') throw new Error(`the session is ${recovery.kind}`);
  return recovery.connection;
};

describe('a stored session', () => {
  it('comes back as it was', async () => {
    const { ask, sessions, dispatcher, streams } = await setUp();

    const connection = live(await ask());

    expect(connection).toMatchObject({
      id: ID,
      ownerKey: 'ann',
      isInitialized: true,
      logLevel: 'error',
      pageSize: 7,
      tags: { tenant: 'a' },
      handshake: {
        revision: { version: '2025-06-18' },
        clientInfo: { name: 'client', version: '1' },
        clientCapabilities: { roots: {} },
      },
    });
    expect(connection.state.toObject()).toEqual({ plan: 'full' });
    expect(sessions.find(ID, 'ann')).toBe(connection);
    expect(dispatcher.sessions.get(ID)?.state).toEqual({ plan: 'full' });
    expect([sessions.size, streams.size]).toEqual([1, 1]);
  });

  it('is saved when it is back, and kept from then on', async () => {
    const { ask, store, clock, sessions } = await setUp();
    clock.advance(IDLE - 1);
    const connection = live(await ask());
    await settled();
    clock.advance(1);
    expect(await store.list()).toEqual([ID]);

    connection.logLevel = 'debug';
    await settled();
    expect((await store.load(ID))?.logLevel).toBe('debug');
    sessions.end(connection, { reason: 'expired', detail: '' });
    await settled();
    expect(await store.list()).toEqual([]);
  });

  it.each([undefined, 'bob', ''])('is not there for %p', async (principalKey) => {
    const { sessions, recovery } = await setUp();
    const exchange = { headers: {}, raw: { method: 'POST' }, host: standInHost(), principalKey };

    const outcome = await recovery.recover(ID, exchange as unknown as HttpExchange);

    expect(outcome).toEqual({ kind: 'absent' });
    expect(sessions.size).toBe(0);
  });

  it('is not kept from its owner by a stranger who asks at the same time', async () => {
    const { ask } = await setUp();

    const [strangers, owners] = await Promise.all([ask('bob'), ask('ann')]);

    expect([strangers.kind, owners.kind]).toEqual(['absent', 'live']);
  });

  it('is not there in a revision that is not served any more', async () => {
    const { ask, store } = await setUp();
    await store.save(record({ protocolVersion: '2019-01-01' }), IDLE);

    expect(await ask()).toEqual({ kind: 'absent' });
  });

  it('comes back once, however many messages name it meanwhile', async () => {
    const calls: string[] = [];
    const hold = deferred<void>();
    const { ask, loads, sessions, recovery } = await setUp({
      hooks: {
        onSessionExpired: async (id) => {
          calls.push(id);
          await hold.promise;
        },
      },
    });
    const asked = Promise.all([ask(), ask(), ask()]);
    await settled();
    expect([sessions.size, recovery.size]).toEqual([0, 1]);
    hold.resolve();

    const connections = (await asked).map(live);

    expect(new Set(connections).size).toBe(1);
    expect([calls, loads]).toEqual([[ID], [ID]]);
    expect(recovery.size).toBe(0);
  });

  it('is looked up for ids that can be ours only', async () => {
    const { recovery, loads } = await setUp();
    const exchange = {} as HttpExchange;

    const answers = ['nobody', `${ID}x`, 'a'.repeat(23), 'abcdefghijklmnopqrstuv:1', ''].map((id) =>
      recovery.recover(id, exchange),
    );

    expect(answers.every((answer) => answer === undefined)).toBe(true);
    expect(loads).toEqual([]);
  });

  it('is looked up for so many ids at once only', async () => {
    const { ask, holdStore, loads } = await setUp({ limits: { maxSessionRestores: 2 } });
    const hold = deferred<void>();
    holdStore(hold.promise);
    const first = [ask('bob', randomId()), ask('bob', randomId())];

    expect(await ask()).toMatchObject({ kind: 'later', error: { code: -32603 } });
    expect(loads).toHaveLength(2);
    hold.resolve();
    await Promise.all(first);
    expect((await ask()).kind).toBe('live');
  });

  it('takes a place like any other', async () => {
    const { ask, sessions } = await setUp({ limits: { maxSessions: 1 } });
    const other = sessions.open('bob')!;

    expect(await ask()).toMatchObject({
      kind: 'later',
      error: { message: expect.stringContaining('Too many sessions') as string },
    });
    sessions.end(other, { reason: 'deleted', detail: '' });
    expect((await ask()).kind).toBe('live');
  });

  it('has its place from the moment it is looked for', async () => {
    const hold = deferred<void>();
    const { ask, sessions } = await setUp({
      limits: { maxSessions: 1 },
      hooks: { onSessionExpired: () => hold.promise },
    });
    const asked = ask();
    await settled();

    expect(sessions.open('bob')).toBeUndefined();
    hold.resolve();
    expect((await asked).kind).toBe('live');
    expect(sessions.size).toBe(1);
  });

  it('may be there while the store does not answer', async () => {
    const { ask, holdStore, clock, limits } = await setUp();
    holdStore(new Promise(() => undefined));
    const asked = ask();
    await settled();
    clock.advance(limits.storeTimeoutMs);

    expect(await asked).toMatchObject({ kind: 'later', afterMs: 1_000 });
  });

  it('does not live in a server that has stopped meanwhile', async () => {
    const hold = deferred<void>();
    const { ask, sessions, dispatcher, store } = await setUp({
      hooks: { onSessionExpired: () => hold.promise },
    });
    const asked = ask();
    await settled();
    sessions.close();
    hold.resolve();

    expect(await asked).toEqual({ kind: 'absent' });
    expect([sessions.size, dispatcher.sessions.size]).toEqual([0, 0]);
    expect(await store.list()).toEqual([ID]);
  });
});

describe('onSessionExpired', () => {
  it('runs in place of onInit, with what was stored', async () => {
    const seen: unknown[] = [];
    const { ask } = await setUp({
      hooks: {
        onInit: () => void seen.push('init'),
        onSessionExpired: (id, ctx) => {
          seen.push([
            id,
            ctx.sessionId,
            ctx.clientInfo?.name,
            ctx.state.toObject(),
            ctx.principalKey,
          ]);
          ctx.state.set('visits', 1);
        },
      },
    });

    const connection = live(await ask());

    expect(seen).toEqual([[ID, ID, 'client', { plan: 'full' }, 'ann']]);
    expect(connection.state.toObject()).toEqual({ plan: 'full', visits: 1 });
  });

  it('that is not there leaves it to onInit', async () => {
    const seen: unknown[] = [];
    const { ask } = await setUp({
      hooks: {
        onInit: (clientInfo, ctx) => {
          seen.push(clientInfo, ctx.isInitialized);
          ctx.state.setIfAbsent('plan', 'trial');
          ctx.state.setIfAbsent('visits', 1);
        },
      },
    });

    const connection = live(await ask());

    expect(seen).toEqual([{ name: 'client', version: '1' }, true]);
    expect(connection.state.toObject()).toEqual({ plan: 'full', visits: 1 });
  });

  it('may say what the client is', async () => {
    const { ask } = await setUp({
      hooks: { onSessionExpired: () => ({ clientInfo: { name: 'known', version: '3' } }) },
    });

    const connection = live(await ask());

    expect(connection.handshake).toMatchObject({
      clientInfo: { name: 'known', version: '3' },
      clientCapabilities: { roots: {} },
    });
  });

  it.each<[string, NonNullable<McpHooks['onSessionExpired']>, object]>([
    ['returning words', () => ({ error: 'closed' }), { code: -32603, message: 'closed' }],
    [
      'throwing an exception of the protocol',
      () => {
        throw new McpException(1403, 'not you', { why: 1 });
      },
      { code: 1403, message: 'not you', data: { why: 1 } },
    ],
    ['ending it', (_id, ctx) => ctx.stop('over'), { code: -32603, message: 'over' }],
  ])('refuses by %s, and the record is deleted', async (_how, onSessionExpired, error) => {
    const source = new Subject<void>();
    const { ask, sessions, dispatcher, store, streams, loads } = await setUp({
      hooks: {
        onSessionExpired: (id, ctx) => {
          ctx.subscribe(source, () => undefined);
          return onSessionExpired(id, ctx);
        },
      },
    });

    expect(await ask()).toEqual({ kind: 'refused', error });
    await settled();

    expect(await store.list()).toEqual([]);
    expect(await ask()).toEqual({ kind: 'absent' });
    expect([sessions.size, dispatcher.sessions.size, streams.size]).toEqual([0, 0, 0]);
    expect([source.observed, loads]).toEqual([false, [ID, ID]]);
  });

  it('that fails is tried again, each time later, and not for ever', async () => {
    let attempts = 0;
    const { ask, clock, store, recovery } = await setUp({
      hooks: {
        onSessionExpired: (_id, ctx: McpContext) => {
          attempts++;
          ctx.state.set('half', true);
          throw new Error('secret');
        },
      },
    });
    const failure = { kind: 'refused', error: { code: -32603 } };

    const first = await ask();
    expect(first).toMatchObject(failure);
    expect(JSON.stringify(first)).not.toContain('secret');
    expect(await ask()).toMatchObject({ kind: 'later', afterMs: 1_000 });
    clock.advance(1_000);
    expect(await ask()).toMatchObject(failure);
    clock.advance(1_000);
    expect(await ask()).toMatchObject({ kind: 'later', afterMs: 1_000 });
    clock.advance(1_000);
    expect((await store.load(ID))?.state).toEqual({ plan: 'full' });
    expect(await ask()).toMatchObject(failure);
    await settled();

    expect(attempts).toBe(3);
    expect(await store.list()).toEqual([]);
    expect(await ask()).toEqual({ kind: 'absent' });
    expect(recovery.size).toBe(0);
  });

  it('that failed once may succeed', async () => {
    let attempts = 0;
    const { ask, clock, recovery } = await setUp({
      hooks: {
        onSessionExpired: () => {
          if (++attempts === 1) throw new Error('no database');
        },
      },
    });
    await ask();
    clock.advance(1_000);

    expect((await ask()).kind).toBe('live');
    expect(recovery.size).toBe(0);
  });

  it('that takes too long has failed, and what it does later is void', async () => {
    const hold = deferred<void>();
    const { ask, clock, limits, sessions, dispatcher } = await setUp({
      hooks: { onSessionExpired: () => hold.promise },
    });
    const asked = ask();
    await settled();
    clock.advance(limits.callbackTimeoutMs);

    expect(await asked).toMatchObject({
      kind: 'refused',
      error: { data: { error: 'callback_timeout' } },
    });
    hold.resolve();
    await settled();
    expect([sessions.size, dispatcher.sessions.size]).toEqual([0, 0]);
  });

  it('is not asked when there is no slot, which is no failure', async () => {
    let attempts = 0;
    const hold = deferred<void>();
    const { ask, store } = await setUp({
      limits: { maxInFlight: 1, maxInFlightPerConnection: 1 },
      hooks: {
        onSessionExpired: async () => {
          attempts++;
          await hold.promise;
        },
      },
    });
    const other = 'abcdefghijklmnopqrstuv-2';
    await store.save(record({ id: other }), IDLE);
    const first = ask();
    await settled();

    expect(await ask('ann', other)).toMatchObject({
      kind: 'later',
      error: { data: { error: 'server_busy' } },
    });
    hold.resolve();
    await first;
    expect((await ask('ann', other)).kind).toBe('live');
    expect(attempts).toBe(2);
  });
});

describe('autoRecover', () => {
  it.each(['never', 'stored'] as const)(
    '%s asks nobody where it cannot recover',
    async (policy) => {
      const { recovery, loads } = await setUp({ policy, hasStore: policy === 'never' });

      expect(recovery.recover(ID, {} as HttpExchange)).toBeUndefined();
      expect(loads).toEqual([]);
    },
  );

  it.each([true, false])('always begins a session anew (with a store: %p)', async (hasStore) => {
    const seen: unknown[] = [];
    const { ask, store } = await setUp({
      policy: 'always',
      hasStore,
      hooks: { onSessionExpired: (id, ctx) => void seen.push([id, ctx.clientInfo]) },
    });
    const id = randomId();

    const connection = live(await ask('bob', id));
    await settled();

    expect(connection).toMatchObject({
      id,
      ownerKey: 'bob',
      tags: { tenant: 'from the request' },
      handshake: { revision: { version: '2025-11-25' }, clientInfo: undefined },
    });
    expect(seen).toEqual([[id, undefined]]);
    expect((await store.list()).includes(id)).toBe(hasStore);
  });

  it('always takes the revision that the client names', async () => {
    const { recovery } = await setUp({ policy: 'always', hasStore: false });
    const named = (version: string) => {
      const headers = { 'mcp-protocol-version': version };
      const exchange = { headers, raw: { method: 'POST' }, host: standInHost() };
      return recovery.recover(randomId(), exchange as unknown as HttpExchange)!;
    };

    const connection = live(await named('2025-06-18'));

    expect(connection.handshake?.revision.version).toBe('2025-06-18');
    expect(await named('2019-01-01')).toEqual({ kind: 'absent' });
  });

  it('always prefers what is stored, and takes nobody else for its owner', async () => {
    const { ask } = await setUp({ policy: 'always' });

    expect(await ask('bob')).toEqual({ kind: 'absent' });
    expect(live(await ask('ann')).state.toObject()).toEqual({ plan: 'full' });
  });

  it('always leaves a session of somebody else alone', async () => {
    const begun: unknown[] = [];
    const { ask, dispatcher, sessions } = await setUp({
      policy: 'always',
      hasStore: false,
      hooks: { onInit: (_client, ctx) => void begun.push(ctx.principalKey) },
    });
    const id = randomId();
    const ofAnn = live(await ask('ann', id));

    expect(await ask('bob', id)).toEqual({ kind: 'absent' });
    expect(begun).toEqual(['ann']);
    expect(dispatcher.sessions.get(id)?.principalKey).toBe('ann');
    expect(sessions.find(id, 'ann')).toBe(ofAnn);
  });

  it('always gives an id that several want at once to the first', async () => {
    const gate = deferred<void>();
    const ended: unknown[] = [];
    const { ask, dispatcher } = await setUp({
      policy: 'always',
      hasStore: false,
      hooks: {
        onInit: () => gate.promise,
        onTerminate: (_reason, ctx) => void ended.push(ctx.principalKey),
      },
    });
    const id = randomId();
    const both = Promise.all([ask('ann', id), ask('bob', id)]);
    await settled();
    gate.resolve();

    expect((await both).map(({ kind }) => kind)).toEqual(['live', 'absent']);
    expect(dispatcher.sessions.get(id)?.principalKey).toBe('ann');
    expect(ended).toEqual([]);
  });

  it('always makes none up only to end it', async () => {
    const { ask } = await setUp({ policy: 'always' });

    expect(await ask('ann', randomId(), 'DELETE')).toEqual({ kind: 'absent' });
  });

  it.each(['deleted', 'stopped'] as const)(
    'always leaves a session that was %s ended, for a while',
    async (reason) => {
      const { ask, sessions, clock, keeper, recovery } = await setUp({
        policy: 'always',
        hasStore: false,
      });
      const id = randomId();
      sessions.end(live(await ask('bob', id)), { reason, detail: '' });

      expect(await ask('bob', id)).toEqual({ kind: 'absent' });
      clock.advance(2 * IDLE);
      expect([keeper.size, recovery.size, clock.timers]).toEqual([0, 0, 0]);
    },
  );

  it('always brings back a session that expired', async () => {
    const { ask, sessions, clock } = await setUp({ policy: 'always', hasStore: false });
    const id = randomId();
    await ask('bob', id);
    clock.advance(IDLE);
    expect(sessions.size).toBe(0);

    expect((await ask('bob', id)).kind).toBe('live');
  });
});
