import { JsonTaskStore } from '../../test/support/json-task-store.js';
import { ManualClock } from '../../test/support/manual-clock.js';
import { storedTask } from '../../test/support/stored-task.js';
import { itIsATaskStore } from '../../test/support/task-store-contract.js';
import { systemClock } from '../protocol/clock.js';
import { MemoryTaskStore } from './memory-task-store.js';

const ROOM = { maxTasks: 100, maxTasksPerOwner: 100 };
const NOW = new ManualClock().now();

const setUp = () => {
  const clock = new ManualClock();
  return { clock, store: new MemoryTaskStore(clock) };
};

const task = (taskId: string, ttlMs: number, createdAt = NOW) =>
  storedTask({ taskId, ttlMs, createdAt, owner: 'ann' });

/** Its timers never fire. */
class LateClock extends ManualClock {
  override after() {
    return { cancel: () => undefined };
  }
}

describe('the task store in memory', () => {
  itIsATaskStore(() => {
    const { clock, store } = setUp();
    return { store, now: () => clock.now(), advance: (ms) => clock.advance(ms) };
  });

  it('leaves nothing behind of tasks whose time is over', async () => {
    const { clock, store } = setUp();
    await store.create(task('a', 1_000), ROOM);
    await store.create(task('b', 2_000), ROOM);
    const c = task('c', 500);
    await store.create(c, ROOM);
    await store.replace({ ...c, version: 2, ttlMs: 1_500 });
    expect(clock.timers).toBe(1);

    clock.advance(1_000);
    expect([store.size, clock.timers]).toEqual([2, 1]);
    clock.advance(500);
    expect([store.size, clock.timers]).toEqual([1, 1]);
    clock.advance(500);
    expect([store.size, clock.timers]).toEqual([0, 0]);
    expect(store['owned'].size).toBe(0);
  });

  it('leaves no timer behind of what was deleted', async () => {
    const { clock, store } = setUp();
    await store.create(task('a', 1_000), ROOM);
    await store.create(task('b', 1_000), ROOM);

    await store.delete('a');
    expect([store.size, clock.timers]).toEqual([1, 1]);
    await store.delete('b');

    expect([store.size, clock.timers, store['owned'].size]).toEqual([0, 0, 0]);
  });

  it('takes a task for over at its time, however late the timer is', async () => {
    const clock = new LateClock();
    const store = new MemoryTaskStore(clock);
    const a = task('a', 1_000);
    await store.create(a, ROOM);
    clock.advance(1_000);

    expect(await store.get('a')).toBeUndefined();
    expect(await store.list('ann')).toEqual([]);
    expect(await store.replace({ ...a, version: 2 })).toBe(false);
  });

  it.each([
    ['in all', { maxTasks: 1, maxTasksPerOwner: 9 }],
    ['of its owner', { maxTasks: 9, maxTasksPerOwner: 1 }],
  ])('counts none %s whose time is over, however late the timer is', async (_, bounds) => {
    const clock = new LateClock();
    const store = new MemoryTaskStore(clock);
    await store.create(task('a', 1_000), bounds);
    clock.advance(1_000);

    expect(await store.create(task('b', 1_000, clock.now()), bounds)).toBe('created');
    expect(await store.create(task('c', 1_000, clock.now()), bounds)).not.toBe('created');
    expect([store.size, store['owned'].get('ann')]).toEqual([1, 1]);
  });

  it('goes by the real time unless it is told another', async () => {
    const store = new MemoryTaskStore();
    await store.create(task('now', 1_000, systemClock.now()), ROOM);
    await store.create(task('long ago', 1_000), ROOM);

    expect((await store.list('ann')).map(({ taskId }) => taskId)).toEqual(['now']);
    await store.delete('now');
    await store.delete('long ago');
  });
});

describe('a task store in another process', () => {
  itIsATaskStore(() => {
    const clock = new ManualClock();
    const store = new JsonTaskStore(clock);
    return { store, now: () => clock.now(), advance: (ms) => clock.advance(ms) };
  });
});
