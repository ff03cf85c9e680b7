import type { SessionStore, StoredSession } from 'nest-mcp';

/** A store and the way to let time pass for it. */
export interface SessionStoreUnderTest {
  readonly store: SessionStore;
  /** Lets milliseconds pass. */
  advance(ms: number): Promise<void> | void;
  close?(): Promise<void> | void;
}

const TTL = 1_000;

const record = (id: string, state: StoredSession['state'] = {}): StoredSession => ({
  v: 1,
  id,
  ownerKey: '["https://id.example","ann"]',
  protocolVersion: '2025-11-25',
  clientInfo: { name: 'client', version: '1' },
  clientCapabilities: { elicitation: { form: {} } },
  isInitialized: true,
  logLevel: 'warning',
  pageSize: 7,
  tags: { tenant: 'a' },
  state,
  subscriptions: ['shop://stock/978'],
});

/**
 * What every session store does.
 *
 * @param create a fresh store
 */
export function itIsASessionStore(
  create: () => Promise<SessionStoreUnderTest> | SessionStoreUnderTest,
): void {
  let tested: SessionStoreUnderTest;
  let store: SessionStore;

  beforeEach(async () => {
    tested = await create();
    store = tested.store;
  });

  afterEach(() => tested.close?.());

  it('gives a record back as it was', async () => {
    const state = { text: 'é\u0000"', list: [1, [null]], deep: { a: { b: false } }, empty: {} };
    await store.save(record('a', state), TTL);

    expect(await store.load('a')).toEqual(record('a', state));
  });

  it('keeps what it was given, not what becomes of it', async () => {
    const state: Record<string, unknown> = { n: 1 };
    await store.save(record('a', state), TTL);
    state.n = 2;
    const loaded = (await store.load('a')) as StoredSession;
    Object.assign(loaded.state, { n: 3 });

    expect((await store.load('a'))?.state).toEqual({ n: 1 });
  });

  it('knows nothing that was not saved', async () => {
    expect(await store.load('nobody')).toBeUndefined();
    expect(await store.touch('nobody', TTL)).toBe(false);
    expect(await store.load('nobody')).toBeUndefined();
    await expect(store.delete('nobody')).resolves.toBeUndefined();
  });

  it('has the record that was saved last, for the time that was given last', async () => {
    await store.save(record('a', { n: 1 }), TTL);
    await tested.advance(TTL - 1);
    await store.save(record('a', { n: 2 }), TTL);
    await tested.advance(TTL - 1);

    expect((await store.load('a'))?.state).toEqual({ n: 2 });
    await tested.advance(1);
    expect(await store.load('a')).toBeUndefined();
  });

  it('keeps a record for its time, and not longer', async () => {
    await store.save(record('a'), TTL);

    await tested.advance(TTL - 1);
    expect(await store.load('a')).toBeDefined();
    await tested.advance(1);
    expect(await store.load('a')).toBeUndefined();
    expect(await store.touch('a', TTL)).toBe(false);
    expect(await store.list()).toEqual([]);
  });

  it('keeps a record that is touched for longer', async () => {
    await store.save(record('a', { n: 1 }), TTL);
    await tested.advance(TTL - 1);

    expect(await store.touch('a', TTL)).toBe(true);
    await tested.advance(TTL - 1);
    expect((await store.load('a'))?.state).toEqual({ n: 1 });
    await tested.advance(1);
    expect(await store.load('a')).toBeUndefined();
  });

  it('forgets one record', async () => {
    await store.save(record('a'), TTL);
    await store.save(record('b'), TTL);

    await store.delete('a');

    expect([await store.load('a'), (await store.load('b'))?.id]).toEqual([undefined, 'b']);
    expect(await store.touch('a', TTL)).toBe(false);
  });

  it('lists the records whose time is not over', async () => {
    await store.save(record('early'), TTL);
    await store.save(record('late'), 2 * TTL);
    await store.save(record('touched'), TTL);
    await store.touch('touched', 2 * TTL);
    await store.save(record('gone'), 2 * TTL);
    await store.delete('gone');

    await tested.advance(TTL);

    expect((await store.list()).toSorted()).toEqual(['late', 'touched']);
  });

  it.each(['__proto__', 'constructor', 'a:b', 'a/../b', 'x'.repeat(256)])(
    'takes the id %s for nothing else',
    async (id) => {
      expect(await store.load(id)).toBeUndefined();
      await store.save(record(id), TTL);

      expect((await store.load(id))?.id).toBe(id);
      expect(await store.list()).toEqual([id]);
    },
  );
}
