import type { StoredTask, TaskStore } from 'nest-mcp';
import { settled } from './settled.js';
import { question, storedTask } from './stored-task.js';

/** A store and the way to let time pass for it. */
export interface TaskStoreUnderTest {
  readonly store: TaskStore;
  /** Its time: milliseconds since the Unix epoch. */
  now(): number;
  /** Lets milliseconds pass. */
  advance(ms: number): Promise<void> | void;
  /** Resolves when what was told has arrived; default: when nothing else happens in this process. */
  told?(): Promise<void>;
  close?(): Promise<void> | void;
}

const TTL = 1_000;
const ROOM = { maxTasks: 100, maxTasksPerOwner: 100 };

const next = (before: StoredTask, given: Partial<StoredTask> = {}): StoredTask => ({
  ...before,
  version: before.version + 1,
  ...given,
});

/**
 * What every task store does.
 *
 * @param create a fresh store
 */
export function itIsATaskStore(
  create: () => Promise<TaskStoreUnderTest> | TaskStoreUnderTest,
): void {
  let tested: TaskStoreUnderTest;
  let store: TaskStore;

  const task = (taskId: string, given: Partial<StoredTask> = {}): StoredTask =>
    storedTask({ taskId, createdAt: tested.now(), ttlMs: TTL, ...given });
  const keep = async (taskId: string, given: Partial<StoredTask> = {}): Promise<StoredTask> => {
    const kept = task(taskId, given);
    expect(await store.create(kept, ROOM)).toBe('created');
    return kept;
  };
  const idsOf = async (owner: string, page?: Parameters<TaskStore['list']>[1]) =>
    (await store.list(owner, page)).map(({ taskId }) => taskId);
  const told = () => tested.told?.() ?? settled();

  beforeEach(async () => {
    tested = await create();
    store = tested.store;
  });

  afterEach(() => tested.close?.());

  it('gives a task back as it was, as soon as it is created', async () => {
    const whole = task('a', {
      server: 'admin',
      owner: 'principal:["https://id.example","ann"]',
      status: 'input_required',
      statusMessage: 'é\u0000"',
      questions: { 'a.b "c"': question(), ['__proto__']: question('2') },
      answers: { d: { error: { code: -1, message: 'no', data: [1, [null]] } } },
    });
    const ended = task('b', { status: 'completed', outcome: { result: { content: [], n: {} } } });

    await store.create(whole, ROOM);
    await store.create(ended, ROOM);

    expect([await store.get('a'), await store.get('b')]).toEqual([whole, ended]);
  });

  it('keeps what it was given, not what becomes of it', async () => {
    const questions = { a: question('before') };
    const given = { ...task('a', { owner: 'ann' }), questions };
    await store.create(given, ROOM);
    questions.a.params.message = 'after';
    const got = (await store.get('a')) as StoredTask;
    Object.assign(got.questions, { b: question() });
    const [listed] = await store.list('ann');
    Object.assign((listed as StoredTask).questions, { c: question() });
    const changed = { ...next(got), questions: { a: question('before') } };

    expect((await store.get('a'))?.questions).toEqual({ a: question('before') });
    await store.replace(changed);
    changed.questions.a.params.message = 'after';
    expect((await store.get('a'))?.questions).toEqual({ a: question('before') });
  });

  it('knows nothing that was not created', async () => {
    expect(await store.get('nobody')).toBeUndefined();
    expect(await store.replace(task('nobody', { version: 2 }))).toBe(false);
    expect(await store.replace(task('nobody', { version: 1 }))).toBe(false);
    expect(await store.get('nobody')).toBeUndefined();
    await expect(store.delete('nobody')).resolves.toBeUndefined();
    expect(await store.list('nobody')).toEqual([]);
  });

  it('takes no more tasks than there may be in all, whoever owns them', async () => {
    const bounds = { maxTasks: 2, maxTasksPerOwner: 9 };
    expect(await store.create(task('a'), bounds)).toBe('created');
    expect(await store.create(task('b', { owner: 'ann' }), bounds)).toBe('created');

    expect(await store.create(task('c'), bounds)).toBe('full');
    expect(await store.create(task('d', { owner: 'bob' }), bounds)).toBe('full');

    expect([await store.get('c'), await store.get('d')]).toEqual([undefined, undefined]);
    expect(await idsOf('bob')).toEqual([]);
  });

  it('takes no more tasks of one owner, and all the same those of others and of nobody', async () => {
    const bounds = { maxTasks: 9, maxTasksPerOwner: 2 };
    await store.create(task('a', { owner: 'ann' }), bounds);
    expect(await store.create(task('b', { owner: 'ann' }), bounds)).toBe('created');

    expect(await store.create(task('c', { owner: 'ann' }), bounds)).toBe('owner_full');

    expect(await store.get('c')).toBeUndefined();
    expect(await idsOf('ann')).toEqual(['a', 'b']);
    expect(await store.create(task('d', { owner: 'bob' }), bounds)).toBe('created');
    for (const id of ['e', 'f', 'g']) {
      expect(await store.create(task(id), bounds)).toBe('created');
    }
  });

  it('has room again for what was deleted, and for what is over its time', async () => {
    const bounds = { maxTasks: 9, maxTasksPerOwner: 2 };
    await store.create(task('a', { owner: 'ann' }), bounds);
    await store.create(task('b', { owner: 'ann', ttlMs: 5 * TTL }), bounds);
    await store.delete('a');
    expect(await store.create(task('c', { owner: 'ann' }), bounds)).toBe('created');
    await store.delete('never there');
    expect(await store.create(task('d', { owner: 'ann' }), bounds)).toBe('owner_full');

    await tested.advance(TTL);

    expect(await store.create(task('e', { owner: 'ann' }), bounds)).toBe('created');
    expect(await store.create(task('f', { owner: 'ann' }), bounds)).toBe('owner_full');
    expect(await store.create(task('g'), { maxTasks: 2, maxTasksPerOwner: 2 })).toBe('full');
  });

  it('counts and keeps in one step', async () => {
    const inAll = await Promise.all(
      [1, 2, 3, 4, 5].map((n) =>
        store.create(task(`a${n}`), { maxTasks: 3, maxTasksPerOwner: 100 }),
      ),
    );
    const ofOne = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        store.create(task(`b${n}`, { owner: 'ann' }), { maxTasks: 100, maxTasksPerOwner: 2 }),
      ),
    );

    expect(inAll.toSorted()).toEqual(['created', 'created', 'created', 'full', 'full']);
    expect(ofOne.toSorted()).toEqual(['created', 'created', 'owner_full', 'owner_full']);
    expect(await idsOf('ann')).toHaveLength(2);
  });

  it('puts a task in the place of the one before, and of no other', async () => {
    const first = await keep('a');
    const second = next(first, { statusMessage: 'second' });

    expect(await store.replace(second)).toBe(true);
    expect(await store.replace(second)).toBe(false);
    expect(await store.replace({ ...first, statusMessage: 'first' })).toBe(false);
    expect(await store.replace({ ...second, version: 4 })).toBe(false);

    expect(await store.get('a')).toEqual(second);
  });

  it('lets one of several win that put at once', async () => {
    const first = await keep('a');
    const writers = [1, 2, 3, 4, 5].map((n) => next(first, { statusMessage: `writer ${n}` }));

    const outcomes = await Promise.all(writers.map((written) => store.replace(written)));

    expect(outcomes.filter((hasWon) => hasWon)).toHaveLength(1);
    expect(await store.get('a')).toEqual(writers[outcomes.indexOf(true)]);
  });

  it('forgets what is deleted, and nothing else', async () => {
    const gone = await keep('a', { owner: 'ann' });
    const other = await keep('b', { owner: 'ann' });

    await store.delete('a');

    expect([await store.get('a'), await store.get('b')]).toEqual([undefined, other]);
    expect(await idsOf('ann')).toEqual(['b']);
    expect(await store.replace(next(gone))).toBe(false);
    expect(await store.get('a')).toBeUndefined();
  });

  it('lists the tasks of one owner, oldest first, and those of one moment by id', async () => {
    const createdAt = tested.now();
    const made = [
      ['z', 0],
      ['b', 2],
      ['a', 2],
      ['B', 2],
      ['y', 1],
    ] as const;
    for (const [id, at] of made) await keep(id, { owner: 'ann', createdAt: createdAt + at });
    await keep('x', { owner: 'bob' });
    await keep('w');

    expect(await idsOf('ann')).toEqual(['z', 'y', 'B', 'a', 'b']);
    expect(await idsOf('bob')).toEqual(['x']);
  });

  it('lists in pages, also after a task that is gone', async () => {
    const made: StoredTask[] = [];
    for (const id of ['a', 'b', 'c', 'd', 'e']) made.push(await keep(id, { owner: 'ann' }));
    const [, second, third] = made as [StoredTask, StoredTask, StoredTask];

    expect(await idsOf('ann', { limit: 2 })).toEqual(['a', 'b']);
    await store.delete('b');
    expect(await idsOf('ann', { after: second, limit: 2 })).toEqual(['c', 'd']);
    expect(await idsOf('ann', { after: third })).toEqual(['d', 'e']);
    expect(await idsOf('ann', { after: made[4] as StoredTask, limit: 2 })).toEqual([]);
    expect(await idsOf('ann', { after: { ...third, createdAt: third.createdAt - 1 } })).toEqual([
      'a',
      'c',
      'd',
      'e',
    ]);
  });

  it('keeps a task for its time, and not longer', async () => {
    const early = await keep('early', { owner: 'ann' });
    await keep('late', { owner: 'ann', ttlMs: 2 * TTL });

    await tested.advance(TTL - 1);
    expect(await idsOf('ann')).toEqual(['early', 'late']);
    expect(await store.get('early')).toEqual(early);
    await tested.advance(1);

    expect(await store.get('early')).toBeUndefined();
    expect(await idsOf('ann')).toEqual(['late']);
    expect(await store.replace(next(early, { ttlMs: 9 * TTL }))).toBe(false);
    expect(await store.get('early')).toBeUndefined();
  });

  it('keeps a task longer whose time has grown', async () => {
    const first = await keep('a', { owner: 'ann' });
    await tested.advance(TTL - 1);
    expect(await store.replace(next(first, { ttlMs: 2 * TTL }))).toBe(true);

    await tested.advance(TTL);
    expect(await idsOf('ann')).toEqual(['a']);
    await tested.advance(1);
    expect(await store.get('a')).toBeUndefined();
  });

  it('tells of what is created, replaced, deleted and forgotten', async () => {
    const heard: string[] = [];
    const others: string[] = [];
    const news = async () => {
      await told();
      expect(new Set(others)).toEqual(new Set(heard));
      others.length = 0;
      return new Set(heard.splice(0));
    };
    const stop = store.watch((id) => heard.push(id));
    store.watch((id) => others.push(id));

    const a = await keep('a');
    await keep('b');
    expect(await news()).toEqual(new Set(['a', 'b']));
    await store.replace(next(a));
    expect(await news()).toEqual(new Set(['a']));
    await store.delete('b');
    expect(await news()).toEqual(new Set(['b']));
    await tested.advance(TTL);
    expect(await news()).toEqual(new Set(['a']));

    stop();
    await keep('c');
    await told();
    expect([heard, others]).toEqual([[], ['c']]);
  });

  it('tells of a change when that can be seen', async () => {
    const seen: (Promise<StoredTask | undefined> | undefined)[] = [];
    store.watch((id) => seen.push(store.get(id)));

    const a = await keep('a');
    await told();
    expect((await Promise.all(seen)).at(-1)).toEqual(a);
    await store.replace(next(a, { statusMessage: 'new' }));
    await told();

    expect((await Promise.all(seen)).at(-1)).toEqual(next(a, { statusMessage: 'new' }));
  });

  it.each(['__proto__', 'constructor', 'a:b', 'a/../b', 'x'.repeat(256)])(
    'takes the id and the owner %s for nothing else',
    async (id) => {
      expect(await store.get(id)).toBeUndefined();
      expect(await store.list(id)).toEqual([]);

      const kept = await keep(id, { owner: id });

      expect(await store.get(id)).toEqual(kept);
      expect(await idsOf(id)).toEqual([id]);
      expect(await idsOf(`${id}*`)).toEqual([]);
    },
  );
}
