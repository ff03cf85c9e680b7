import { jest } from '@jest/globals';
import { JsonTaskStore } from '../../test/support/json-task-store.js';
import { ManualClock } from '../../test/support/manual-clock.js';
import { question } from '../../test/support/stored-task.js';
import { MemoryTaskStore } from './memory-task-store.js';
import type { StoredTask } from './stored-task.interface.js';
import type { TaskStore } from './task-store.interface.js';
import type { NewTask, TasksParts } from './tasks.js';
import { Tasks } from './tasks.js';

const WORK: NewTask = {
  owner: undefined,
  tool: 'work',
  ttlMs: 1_000,
  pollIntervalMs: 50,
  statusMessage: undefined,
};

interface SetUpOptions extends Partial<Omit<TasksParts, 'store'>> {
  readonly store?: TaskStore;
}

let ids = 0;

function setUp({ store: given, ...parts }: SetUpOptions = {}) {
  const clock = new ManualClock();
  const store = given ?? new MemoryTaskStore(clock);
  const tasks = new Tasks({
    server: undefined,
    store: () => store,
    bounds: { maxTasks: 10, maxTasksPerOwner: 2 },
    clock,
    nextId: () => `id-${++ids}`,
    ...parts,
  });
  return { clock, store, tasks };
}

async function begin(tasks: Tasks, given: Partial<NewTask> = {}): Promise<StoredTask> {
  const task = await tasks.create({ ...WORK, ...given });
  if (typeof task === 'string') throw new Error(task);
  return task;
}

describe('tasks', () => {
  it('begin as work that asks nothing', async () => {
    const { clock, store, tasks } = setUp({ nextId: () => 'unguessable' });

    const task = await begin(tasks, { owner: 'ann', statusMessage: 'starting' });

    expect(task).toEqual({
      v: 1,
      taskId: 'unguessable',
      version: 1,
      owner: 'ann',
      tool: 'work',
      status: 'working',
      statusMessage: 'starting',
      createdAt: clock.now(),
      lastUpdatedAt: clock.now(),
      ttlMs: 1_000,
      pollIntervalMs: 50,
      questions: {},
      answers: {},
    });
    expect(await store.get('unguessable')).toEqual(task);
  });

  it('have no member that says nothing', async () => {
    const { tasks } = setUp();

    const task = await begin(tasks);

    for (const member of ['owner', 'server', 'statusMessage', 'outcome']) {
      expect(task).not.toHaveProperty(member);
    }
  });

  it('are bounded in all and of one owner', async () => {
    const { tasks } = setUp({ bounds: { maxTasks: 3, maxTasksPerOwner: 2 } });
    await begin(tasks, { owner: 'ann' });
    await begin(tasks, { owner: 'ann' });

    expect(await tasks.create({ ...WORK, owner: 'ann' })).toBe('owner_full');
    await begin(tasks, { owner: 'bob' });
    expect(await tasks.create({ ...WORK, owner: 'eve' })).toBe('full');
  });

  it('are found by their owner only', async () => {
    const { tasks } = setUp();
    const { taskId } = await begin(tasks, { owner: 'ann' });
    const { taskId: free } = await begin(tasks);

    expect((await tasks.find(taskId, 'ann'))?.taskId).toBe(taskId);
    expect(await tasks.find(taskId, 'bob')).toBeUndefined();
    expect(await tasks.find(taskId, undefined)).toBeUndefined();
    expect((await tasks.find(free, undefined))?.taskId).toBe(free);
    expect(await tasks.find(free, 'ann')).toBeUndefined();
    expect(await tasks.find('nothing', undefined)).toBeUndefined();
    expect((await tasks.get(taskId))?.taskId).toBe(taskId);
  });

  it('are those of one server of the application, though they share a store', async () => {
    const { clock, store, tasks } = setUp();
    const { tasks: admin } = setUp({ store, clock, server: 'admin' });
    const { tasks: other } = setUp({ store, clock, server: 'other' });
    const plain = await begin(tasks, { owner: 'ann' });
    const own = await begin(admin, { owner: 'ann' });
    const free = await begin(admin);

    expect(own).toMatchObject({ server: 'admin', owner: 'admin/ann' });
    const idsIn = async (server: Tasks) => (await server.list('ann')).map(({ taskId }) => taskId);
    expect(await idsIn(tasks)).toEqual([plain.taskId]);
    expect(await idsIn(admin)).toEqual([own.taskId]);
    expect(await idsIn(other)).toEqual([]);
    for (const server of [tasks, other]) {
      expect(await server.find(own.taskId, 'ann')).toBeUndefined();
      expect(await server.find(own.taskId, 'admin/ann')).toBeUndefined();
      expect(await server.find(free.taskId, undefined)).toBeUndefined();
      expect(await server.get(own.taskId)).toBeUndefined();
      expect(await server.change(own.taskId, { type: 'keep', forMs: 1 })).toBeUndefined();
    }
    expect((await admin.find(own.taskId, 'ann'))?.taskId).toBe(own.taskId);
    expect(await admin.find(plain.taskId, 'ann')).toBeUndefined();
    expect(await tasks.list('admin/ann')).toEqual([]);
  });

  it('have room of their own in each server', async () => {
    const { clock, store, tasks } = setUp();
    const { tasks: admin } = setUp({ store, clock, server: 'admin' });
    await begin(tasks, { owner: 'ann' });
    await begin(tasks, { owner: 'ann' });

    expect(await tasks.create({ ...WORK, owner: 'ann' })).toBe('owner_full');
    expect(await admin.create({ ...WORK, owner: 'ann' })).toMatchObject({ owner: 'admin/ann' });
  });

  it('are not there once their time is over, whatever their store thinks', async () => {
    const still = new ManualClock();
    const { clock, tasks } = setUp({ store: new MemoryTaskStore(still) });
    const { taskId } = await begin(tasks, { owner: 'ann' });
    clock.advance(999);
    expect(await tasks.list('ann')).toHaveLength(1);
    clock.advance(1);

    expect(await tasks.find(taskId, 'ann')).toBeUndefined();
    expect(await tasks.get(taskId)).toBeUndefined();
    expect(await tasks.list('ann')).toEqual([]);
    expect(await tasks.change(taskId, { type: 'keep', forMs: 9_000 })).toBeUndefined();
  });

  it('are forgotten', async () => {
    const { store, tasks } = setUp();
    const { taskId } = await begin(tasks);

    await tasks.delete(taskId);

    expect([await tasks.get(taskId), await store.get(taskId)]).toEqual([undefined, undefined]);
  });

  it('are listed in pages', async () => {
    const { clock, tasks } = setUp();
    const first = await begin(tasks, { owner: 'ann' });
    clock.advance(1);
    const second = await begin(tasks, { owner: 'ann' });

    expect(await tasks.list('ann', { limit: 1 })).toEqual([first]);
    expect(await tasks.list('ann', { after: first })).toEqual([second]);
  });
});

describe('a change of a task', () => {
  it('is kept, and given', async () => {
    const { clock, store, tasks } = setUp();
    const { taskId } = await begin(tasks);
    clock.advance(7);

    const changed = await tasks.change(taskId, { type: 'tell', statusMessage: 'half way' });

    expect(changed).toMatchObject({ version: 2, statusMessage: 'half way' });
    expect(changed?.lastUpdatedAt).toBe(clock.now());
    expect(await store.get(taskId)).toEqual(changed);
  });

  it('that makes no difference is not written', async () => {
    const { store, tasks } = setUp();
    const { taskId } = await begin(tasks);
    await tasks.change(taskId, { type: 'cancel', reason: 'enough', forMs: 0 });
    const replace = jest.spyOn(store, 'replace');

    expect(await tasks.change(taskId, { type: 'tell', statusMessage: 'late' })).toBeUndefined();
    expect(await tasks.change('nothing', { type: 'keep', forMs: 1 })).toBeUndefined();

    expect(replace).not.toHaveBeenCalled();
  });

  it('is made again of what another one has left', async () => {
    const clock = new ManualClock();
    const { tasks } = setUp({ clock, store: new JsonTaskStore(clock) });
    const { taskId } = await begin(tasks);
    const keys = Array.from({ length: 20 }, (_, n) => `q${n}`);

    await Promise.all(
      keys.map((key) => tasks.change(taskId, { type: 'ask', key, question: question(key) })),
    );

    const task = await tasks.get(taskId);
    expect(Object.keys(task?.questions ?? {}).toSorted()).toEqual(keys.toSorted());
    expect(task?.version).toBe(21);
  });

  it('is given up where a store never replaces anything', async () => {
    const { store, tasks } = setUp();
    const { taskId } = await begin(tasks);
    jest.spyOn(store, 'replace').mockResolvedValue(false);

    const change = tasks.change(taskId, { type: 'tell', statusMessage: 'still here' });

    await expect(change).rejects.toThrow(`Task ${taskId} could not be changed`);
  });

  it('ends a task once, whoever else ends it', async () => {
    const clock = new ManualClock();
    const { tasks } = setUp({ clock, store: new JsonTaskStore(clock) });
    const { taskId } = await begin(tasks);
    const end = (text: string) =>
      ({ type: 'end', outcome: { result: { text } }, forMs: 0 }) as const;

    const ends = await Promise.all([
      tasks.change(taskId, end('a')),
      tasks.change(taskId, { type: 'cancel', reason: 'enough', forMs: 0 }),
      tasks.change(taskId, end('b')),
    ]);

    const [won, ...more] = ends.filter((task) => task !== undefined);
    expect(more).toEqual([]);
    expect(await tasks.get(taskId)).toEqual(won);
  });
});

describe('whoever watches a task', () => {
  it('is told of its changes, and not of those of others', async () => {
    const { tasks } = setUp();
    const { taskId } = await begin(tasks);
    const { taskId: other } = await begin(tasks);
    const heard: string[] = [];
    const ends = [
      tasks.watch(taskId, () => heard.push('first')),
      tasks.watch(taskId, () => heard.push('second')),
      tasks.watch(other, () => heard.push('other')),
    ];

    await tasks.change(taskId, { type: 'tell', statusMessage: 'a' });
    expect(heard.splice(0)).toEqual(['first', 'second']);
    tasks.nudge(other);
    expect(heard.splice(0)).toEqual(['other']);
    ends[0]?.();
    await tasks.delete(taskId);
    expect(heard.splice(0)).toEqual(['second']);

    ends.forEach((end) => end());
  });

  it('leaves nothing behind, and the store is watched only meanwhile', async () => {
    const clock = new ManualClock();
    const store = new JsonTaskStore(clock);
    const { tasks } = setUp({ clock, store });
    expect([tasks.watched, store.watchers]).toEqual([0, 0]);

    const listener = () => undefined;
    const ends = [tasks.watch('a', listener), tasks.watch('a', () => undefined)];
    ends.push(tasks.watch('b', listener));
    expect([tasks.watched, store.watchers]).toEqual([2, 1]);
    ends[0]?.();
    ends[0]?.();
    expect([tasks.watched, store.watchers]).toEqual([2, 1]);
    ends[1]?.();
    expect([tasks.watched, store.watchers]).toEqual([1, 1]);
    ends[2]?.();
    expect([tasks.watched, store.watchers]).toEqual([0, 0]);

    const end = tasks.watch('a', listener);
    ends.forEach((old) => old());
    expect([tasks.watched, store.watchers]).toEqual([1, 1]);
    end();
    expect([tasks.watched, store.watchers]).toEqual([0, 0]);
  });

  it('may begin and end while it is told', async () => {
    const { tasks } = setUp();
    const heard: string[] = [];
    const end = tasks.watch('a', () => {
      heard.push('first');
      end();
      tasks.watch('a', () => heard.push('new'));
    });
    tasks.watch('a', () => heard.push('second'));

    tasks.nudge('a');
    expect(heard.splice(0)).toEqual(['first', 'second']);
    tasks.nudge('a');
    expect(heard).toEqual(['second', 'new']);
  });
});
