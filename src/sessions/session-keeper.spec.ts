import { BenchLogger } from '../../test/support/bench-logger.js';
import { ManualClock } from '../../test/support/manual-clock.js';
import { settled } from '../../test/support/settled.js';
import { deferred } from '../protocol/deferred.js';
import { ServedRevisions } from '../protocol/revisions/served-revisions.js';
import { Connection } from './connection.js';
import { MemorySessionStore } from './memory-session-store.js';
import type { SessionEndReason } from './session-end.js';
import { SessionKeeper } from './session-keeper.js';
import type { SessionStore, StoredSession } from './session-store.interface.js';

const IDLE = 10_000;
const TIMEOUT = 100;

/** A store whose calls are recorded, and fail or hang when the test says so. */
class ScriptedStore implements SessionStore {
  readonly calls: string[] = [];
  readonly saved: StoredSession[] = [];
  behaviour: (operation: string) => Promise<void> = () => Promise.resolve();

  constructor(private readonly inner: SessionStore) {}

  async save(session: StoredSession, ttlMs: number): Promise<void> {
    this.saved.push(structuredClone(session));
    await this.begin('save');
    await this.inner.save(session, ttlMs);
  }

  async load(id: string): Promise<StoredSession | undefined> {
    await this.begin('load');
    return this.inner.load(id);
  }

  async delete(id: string): Promise<void> {
    await this.begin('delete');
    await this.inner.delete(id);
  }

  async touch(id: string, ttlMs: number): Promise<boolean> {
    await this.begin('touch');
    return this.inner.touch(id, ttlMs);
  }

  list(): Promise<readonly string[]> {
    return this.inner.list();
  }

  private begin(operation: string): Promise<void> {
    this.calls.push(operation);
    return this.behaviour(operation);
  }
}

const fails = () => Promise.reject(new Error('no connection'));
const hangs = () => new Promise<never>(() => undefined);

function setUp({ serialize = (state: object): unknown => state, hasStore = true } = {}) {
  const clock = new ManualClock();
  const logger = new BenchLogger();
  const memory = new MemorySessionStore({}, clock);
  const store = new ScriptedStore(memory);
  const failed: string[] = [];
  const keeper = new SessionKeeper({
    server: 'default',
    store: () => (hasStore ? store : undefined),
    serialize,
    remembersEnds: false,
    limits: { sessionIdleMs: IDLE, maxSessions: 10, storeTimeoutMs: TIMEOUT },
    clock,
    logger,
    onFailed: (operation) => failed.push(operation),
    onSerializeFailed: () => failed.push('serialize'),
  });
  const [revision] = new ServedRevisions().legacy;
  const watch = (id = 'a', wasUsed: () => boolean = () => true) => {
    const connection = new Connection(id, 'ann');
    connection.handshake = { revision: revision!, clientInfo: undefined, clientCapabilities: {} };
    keeper.watch(connection, wasUsed);
    return connection;
  };
  const write = (connection: Connection, key: string, value: unknown) => {
    const draft = connection.state.draft();
    draft.set(key, value);
    draft.commit();
  };
  const stateOf = async (id = 'a') => (await memory.load(id))?.state;
  return { clock, logger, memory, store, failed, keeper, watch, write, stateOf };
}

describe('a session that is kept', () => {
  it('is saved when it begins', async () => {
    const { watch, memory } = setUp();
    watch();
    await settled();

    expect(await memory.load('a')).toEqual({
      v: 1,
      id: 'a',
      ownerKey: 'ann',
      protocolVersion: '2025-11-25',
      clientCapabilities: {},
      isInitialized: false,
      state: {},
      subscriptions: [],
    });
  });

  it.each<[string, (connection: Connection) => void, object]>([
    ['is initialised', (session) => (session.isInitialized = true), { isInitialized: true }],
    ['has pages of its own', (session) => (session.pageSize = 7), { pageSize: 7 }],
    ['is tagged', (session) => (session.tags = { tenant: 'a' }), { tags: { tenant: 'a' } }],
    ['has a log level', (session) => (session.logLevel = 'error'), { logLevel: 'error' }],
    [
      'shakes hands again',
      (session) =>
        (session.handshake = {
          ...session.handshake!,
          clientInfo: { name: 'other', version: '2' },
          clientCapabilities: { roots: {} },
        }),
      { clientInfo: { name: 'other', version: '2' }, clientCapabilities: { roots: {} } },
    ],
    [
      'subscribes',
      (session) => {
        session.subscriptions.set('a:b', 'A:b');
        session.changed();
      },
      { subscriptions: ['A:b'] },
    ],
  ])('is saved when it %s', async (_what, change, expected) => {
    const { watch, memory } = setUp();
    const session = watch();
    await settled();

    change(session);
    await settled();

    expect(await memory.load('a')).toMatchObject(expected);
  });

  it('is saved once for what changes in one go', async () => {
    const { watch, write, store, stateOf } = setUp();
    const session = watch();
    await settled();
    write(session, 'a', 1);
    write(session, 'b', 2);
    session.isInitialized = true;
    await settled();

    expect(store.calls).toEqual(['save', 'save']);
    expect(await stateOf()).toEqual({ a: 1, b: 2 });
  });

  it('has one save under way and one that waits, however much changes', async () => {
    const { watch, write, store, stateOf } = setUp();
    const gate = deferred<void>();
    store.behaviour = () => gate.promise;
    const session = watch();
    for (let n = 1; n <= 9; n++) {
      await settled();
      write(session, 'n', n);
    }
    await settled();
    expect(store.calls).toEqual(['save']);

    gate.resolve();
    await settled();

    expect(store.saved.map(({ state }) => state)).toEqual([{}, { n: 9 }]);
    expect(await stateOf()).toEqual({ n: 9 });
  });

  it('costs nothing without a store', () => {
    const { watch, keeper, clock } = setUp({ hasStore: false });
    const session = watch();

    expect([session.watcher, keeper.size, clock.timers]).toEqual([undefined, 0, 0]);
    expect(keeper.remove(session)).toBeUndefined();
  });
});

describe('the record of a session', () => {
  it('lasts as long as the session is used', async () => {
    const { watch, memory, clock, store } = setUp();
    watch();
    await settled();

    for (let half = 0; half < 6; half++) {
      clock.advance(IDLE / 2);
      await settled();
    }

    expect(store.calls).toEqual(['save', ...Array<string>(6).fill('touch')]);
    expect(await memory.list()).toEqual(['a']);
  });

  it('is left to its time when the session is not used', async () => {
    const { watch, memory, clock, store } = setUp();
    watch('a', () => false);
    await settled();

    clock.advance(IDLE - 1);
    await settled();
    expect(await memory.list()).toEqual(['a']);
    clock.advance(1);
    expect(await memory.list()).toEqual([]);
    expect(store.calls).toEqual(['save']);
  });

  it('is saved again when it is gone', async () => {
    const { watch, write, memory, clock, stateOf } = setUp();
    write(watch(), 'n', 1);
    await settled();
    await memory.delete('a');

    clock.advance(IDLE / 2);
    await settled();

    expect(await stateOf()).toEqual({ n: 1 });
  });

  it.each<SessionEndReason>(['expired', 'stopped', 'failed'])(
    'is deleted when the session has %s',
    async (reason) => {
      const { watch, memory, keeper, clock } = setUp();
      const session = watch();
      await settled();

      keeper.release(session, reason);
      await settled();

      expect(await memory.list()).toEqual([]);
      expect([keeper.size, clock.timers]).toEqual([0, 0]);
    },
  );

  it('is not saved after the session, even by a save that was under way', async () => {
    const { watch, write, memory, keeper, store } = setUp();
    const gate = deferred<void>();
    store.behaviour = (operation) => (operation === 'save' ? gate.promise : Promise.resolve());
    const session = watch();
    await settled();
    write(session, 'n', 1);
    keeper.release(session, 'stopped');
    write(session, 'n', 2);
    gate.resolve();
    await settled();

    expect(store.calls).toEqual(['save', 'delete']);
    expect(await memory.list()).toEqual([]);
  });

  it('stays when the server stops', async () => {
    const { watch, write, keeper, stateOf, clock } = setUp();
    const session = watch();
    write(session, 'n', 1);

    await keeper.flush();
    keeper.release(session, 'shutdown');
    keeper.close();

    expect(await stateOf()).toEqual({ n: 1 });
    expect(keeper.size).toBe(0);
    // The one that is left is the store's own.
    expect(clock.timers).toBe(1);
  });

  it('counts as not there when it cannot be read, which is said once', async () => {
    const { keeper, memory, logger } = setUp();
    await memory.save({ id: 'a', v: 2 } as never, IDLE);
    await memory.save({ id: 'b', v: 1 } as never, IDLE);

    expect([await keeper.load('a'), await keeper.load('b')]).toEqual([undefined, undefined]);
    expect(logger.lines).toEqual([expect.stringContaining('its version (v) is 2')]);
  });
});

describe('a session that ended while its record is still there', () => {
  it('does not come back, and its record is deleted later', async () => {
    const { watch, keeper, memory, store, clock } = setUp();
    const session = watch();
    await settled();
    store.behaviour = fails;
    keeper.release(session, 'stopped');
    await settled();
    store.behaviour = () => Promise.resolve();
    await memory.touch('a', 10 * IDLE);

    expect([await keeper.load('a'), keeper.size]).toEqual([undefined, 1]);
    clock.advance(IDLE / 2);
    await settled();

    expect(await memory.list()).toEqual([]);
    expect([keeper.size, clock.timers]).toEqual([0, 0]);
  });

  it('is waited for when the server stops', async () => {
    const { watch, keeper, store, memory } = setUp();
    const gate = deferred<void>();
    const session = watch();
    await settled();
    store.behaviour = () => gate.promise;
    keeper.release(session, 'stopped');

    const flushed = keeper.flush().then(() => memory.list());
    gate.resolve();

    expect(await flushed).toEqual([]);
  });

  it('is forgotten in the end', async () => {
    const { watch, keeper, store, clock } = setUp();
    const session = watch();
    await settled();
    store.behaviour = fails;
    keeper.release(session, 'stopped');
    await settled();

    for (let half = 0; half < 4; half++) {
      clock.advance(IDLE / 2);
      await settled();
    }

    expect([keeper.size, clock.timers]).toEqual([0, 0]);
  });
});

describe('a DELETE', () => {
  it('takes the record out before the session ends', async () => {
    const { watch, keeper, memory } = setUp();
    const session = watch();
    await settled();

    await keeper.remove(session);

    expect(await memory.list()).toEqual([]);
  });

  it('that the store cannot carry out leaves the session as it was', async () => {
    const { watch, write, keeper, store, stateOf } = setUp();
    const session = watch();
    await settled();
    store.behaviour = (operation) => (operation === 'delete' ? fails() : Promise.resolve());

    await expect(keeper.remove(session)).rejects.toThrow('failed to delete');
    write(session, 'n', 1);
    await settled();
    expect(await stateOf()).toEqual({ n: 1 });
    store.behaviour = () => Promise.resolve();
    await keeper.remove(session);

    expect(await stateOf()).toBeUndefined();
  });
});

describe('a store that fails', () => {
  it.each([
    ['rejects', fails],
    [
      'throws',
      () => {
        throw new Error('no connection');
      },
    ],
    ['does not answer', hangs],
  ])('because it %s is told of once until it works again', async (_how, behaviour) => {
    const { watch, write, store, clock, logger, failed, stateOf } = setUp();
    store.behaviour = behaviour;
    const session = watch();
    const turn = async () => {
      await settled();
      clock.advance(TIMEOUT);
      await settled();
    };
    await turn();
    write(session, 'n', 1);
    await turn();

    expect(failed).toEqual(['save', 'save']);
    expect(logger.lines).toEqual([expect.stringMatching(/^warn .*sessions\.store/)]);
    store.behaviour = () => Promise.resolve();
    write(session, 'n', 2);
    await settled();
    expect(await stateOf()).toEqual({ n: 2 });
    store.behaviour = behaviour;
    write(session, 'n', 3);
    await turn();
    expect(logger.lines).toHaveLength(2);
  });

  it('gets what it missed when records are next refreshed', async () => {
    const { watch, write, store, clock, stateOf } = setUp();
    store.behaviour = fails;
    write(
      watch('a', () => false),
      'n',
      1,
    );
    await settled();
    store.behaviour = () => Promise.resolve();

    clock.advance(IDLE / 2);
    await settled();

    expect(await stateOf()).toEqual({ n: 1 });
  });

  it('does not hold up the end of the server', async () => {
    const { watch, keeper, store, clock, logger } = setUp();
    store.behaviour = hangs;
    watch();
    await settled();

    const flushed = keeper.flush();
    clock.advance(TIMEOUT);

    await expect(flushed).resolves.toBeUndefined();
    expect(logger.text).toContain('The latest changes of some sessions are not stored');
  });
});

describe('state', () => {
  it('that JSON cannot say is an error that names its key, and what was stored stays', async () => {
    const { watch, write, logger, failed, stateOf } = setUp();
    const session = watch();
    write(session, 'n', 1);
    await settled();

    write(session, 'cart', { items: [new Map()] });
    await settled();
    write(session, 'n', 2);
    await settled();

    expect(await stateOf()).toEqual({ n: 1 });
    expect(failed).toEqual([]);
    expect(logger.lines).toEqual([
      expect.stringMatching(
        /^error .*serializeState[^]*state\.cart\.items\[0\] is an instance of Map/,
      ),
    ]);
  });

  it('is stored as the application makes it', async () => {
    const { watch, write, stateOf } = setUp({
      serialize: async (state) => ({ tags: [...(state as { tags: Set<string> }).tags] }),
    });
    const session = watch();
    write(session, 'tags', new Set(['a']));
    await settled();

    expect(await stateOf()).toEqual({ tags: ['a'] });
  });

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('no');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no'))],
    ['hangs', hangs],
  ])('is not stored when the application %s, which is told', async (_how, serialize) => {
    const { watch, memory, clock, failed, logger } = setUp({ serialize });
    watch();
    await settled();
    clock.advance(TIMEOUT);
    await settled();

    expect([await memory.list(), failed]).toEqual([[], ['serialize']]);
    expect(logger.lines).toHaveLength(1);
  });

  it.each([[[]], ['text'], [undefined]])(
    'is not stored when the application makes %p of it',
    async (nonsense) => {
      const { watch, memory, clock, logger } = setUp({ serialize: () => nonsense });
      watch();
      await settled();
      clock.advance(TIMEOUT);
      await settled();

      expect(await memory.list()).toEqual([]);
      expect(logger.lines).toHaveLength(1);
    },
  );
});
