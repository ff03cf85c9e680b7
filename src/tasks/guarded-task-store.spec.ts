import { BenchLogger } from '../../test/support/bench-logger.js';
import { ManualClock } from '../../test/support/manual-clock.js';
import { settled } from '../../test/support/settled.js';
import { storedTask } from '../../test/support/stored-task.js';
import { itIsATaskStore } from '../../test/support/task-store-contract.js';
import { GuardedTaskStore } from './guarded-task-store.js';
import { MemoryTaskStore } from './memory-task-store.js';
import type { TaskStore } from './task-store.interface.js';

const TIMEOUT_MS = 300;
const ROOM = { maxTasks: 9, maxTasksPerOwner: 9 };
const task = storedTask({ createdAt: new ManualClock().now() });

const failing = (fail: () => never | Promise<never>): TaskStore => ({
  create: fail,
  get: fail,
  replace: fail,
  delete: fail,
  list: fail,
  watch: fail as () => never,
});

const OPERATIONS: Readonly<Record<string, (store: TaskStore) => Promise<unknown>>> = {
  create: (store) => store.create(task, ROOM),
  get: (store) => store.get('a'),
  replace: (store) => store.replace(task),
  delete: (store) => store.delete('a'),
  list: (store) => store.list('ann'),
};

function guard(store: TaskStore, clock = new ManualClock()) {
  const logger = new BenchLogger();
  const failed: string[] = [];
  const onFailed = (operation: string) => void failed.push(operation);
  const guarded = new GuardedTaskStore(store, { clock, timeoutMs: TIMEOUT_MS, logger, onFailed });
  return { guarded, clock, logger, failed };
}

const refuse = () => Promise.reject(new Error('no connection'));
const explode = () => {
  throw new Error('no connection');
};

describe("the application's task store", () => {
  itIsATaskStore(() => {
    const clock = new ManualClock();
    const { guarded } = guard(new MemoryTaskStore(clock), clock);
    return { store: guarded, now: () => clock.now(), advance: (ms) => clock.advance(ms) };
  });

  describe.each([
    ['rejects', refuse],
    ['throws', explode],
  ])('that %s', (_, fail) => {
    it.each(Object.keys(OPERATIONS))('fails to %s, and says so', async (operation) => {
      const { guarded, logger, failed, clock } = guard(failing(fail));

      await expect(OPERATIONS[operation]?.(guarded)).rejects.toMatchObject({
        name: 'TaskStoreFailedError',
        message: `The task store failed to ${operation}`,
      });

      expect(failed).toEqual([operation]);
      expect(logger.lines).toEqual([
        expect.stringMatching(
          new RegExp(
            `^warn The task store failed to ${operation} .*tasks\\.store.*no connection`,
            's',
          ),
        ),
      ]);
      expect(clock.timers).toBe(0);
    });
  });

  it.each(Object.keys(OPERATIONS))('fails to %s once its time is up', async (operation) => {
    const { guarded, clock, failed } = guard(failing(() => new Promise<never>(() => undefined)));
    let error: unknown;
    OPERATIONS[operation]?.(guarded).catch((thrown: unknown) => {
      error = thrown;
    });

    clock.advance(TIMEOUT_MS - 1);
    await settled();
    expect([error, failed]).toEqual([undefined, []]);
    clock.advance(1);
    await settled();

    expect([error, failed]).toEqual([
      expect.objectContaining({ message: `The task store failed to ${operation}` }),
      [operation],
    ]);
    expect(clock.timers).toBe(0);
  });

  it('is not heard any more once its time is up', async () => {
    let answer: (task: undefined) => void = () => undefined;
    const slow = failing(refuse);
    slow.get = () => new Promise((resolve) => (answer = resolve));
    const { guarded, clock, failed, logger } = guard(slow);
    const got = guarded.get('a').catch(() => 'failed');

    clock.advance(TIMEOUT_MS);
    answer(undefined);

    expect(await got).toBe('failed');
    expect([failed, logger.lines.length]).toEqual([['get'], 1]);
  });

  it('is watched in vain where it cannot be, which is said', () => {
    const { guarded, failed, logger } = guard(failing(explode));

    const stop = guarded.watch(() => undefined);

    expect(stop()).toBeUndefined();
    expect(failed).toEqual(['watch']);
    expect(logger.lines).toEqual([expect.stringMatching(/failed to watch[^]*no connection/)]);
  });

  it('is complained of once until it works again, and each failure is told', async () => {
    let isFailing = true;
    const inner = failing(refuse);
    inner.get = async () => (isFailing ? refuse() : undefined);
    const { guarded, failed, logger } = guard(inner);

    await guarded.get('a').catch(() => undefined);
    await guarded.list('ann').catch(() => undefined);
    await guarded.get('a').catch(() => undefined);
    expect(logger.lines).toHaveLength(1);
    isFailing = false;
    await guarded.get('a');
    isFailing = true;
    await guarded.get('a').catch(() => undefined);

    expect(logger.lines).toHaveLength(2);
    expect(failed).toEqual(['get', 'list', 'get', 'get']);
  });
});
