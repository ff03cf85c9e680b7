import type { StoredTask } from './stored-task.interface.js';

/**
 * How many tasks may be kept at once.
 *
 * @publicApi
 */
export interface TaskBounds {
  /** In all. */
  readonly maxTasks: number;
  /** Of one owner. */
  readonly maxTasksPerOwner: number;
}

/**
 * Where a list of tasks goes on.
 *
 * @publicApi
 */
export interface TaskPage {
  /** The last task of the page before; absent for the first page. */
  readonly after?: { readonly createdAt: number; readonly taskId: string };
  /** Tasks to give at most; absent for all. */
  readonly limit?: number;
}

/**
 * Keeps tasks, so that they outlive the request that began them, and the process where it is shared:
 * option `tasks.store`.
 *
 * A task is forgotten at `createdAt + ttlMs`, not before, and from then on counts as not there. Each
 * method may take `limits.storeTimeoutMs`; then, and when it rejects, it counts as failed. That fails
 * the request it was for with `-32603`, and is logged once until the store works again.
 *
 * @publicApi
 */
export interface TaskStore {
  /**
   * Keeps a new task, unless there are too many. Counting and keeping are one step. When it resolves
   * with `created`, {@link get} finds the task in every process.
   */
  create(task: StoredTask, bounds: TaskBounds): Promise<'created' | 'full' | 'owner_full'>;
  /** The task; `undefined` if there is none, or its time is over. */
  get(taskId: string): Promise<StoredTask | undefined>;
  /**
   * Puts a task in the place of the one whose `version` is one lower. Comparing and putting are one
   * step, so that of two processes only one succeeds.
   *
   * @returns false if the kept one has another version, or there is none
   */
  replace(task: StoredTask): Promise<boolean>;
  /** Forgets a task; one there is not is fine. */
  delete(taskId: string): Promise<void>;
  /** The tasks of one owner, in the order of `createdAt` and then `taskId`. */
  list(owner: string, page?: TaskPage): Promise<readonly StoredTask[]>;
  /**
   * Tells of each change that any process makes: of tasks that are created, replaced, deleted, and, as
   * far as the store can, forgotten. Telling twice or late does no harm.
   *
   * @returns ends it
   */
  watch(listener: (taskId: string) => void): () => void;
}
