import type { Logger } from '@nestjs/common';
import { inspect } from 'node:util';
import type { Clock } from '../protocol/clock.js';
import { settlesWithin } from '../protocol/settles-within.js';
import type { StoredTask } from './stored-task.interface.js';
import type { TaskBounds, TaskPage, TaskStore } from './task-store.interface.js';

/** What a task store was asked for when it failed. */
export type TaskStoreOperation = 'create' | 'get' | 'replace' | 'delete' | 'list' | 'watch';

/** What a guarded store is made of. */
export interface GuardedTaskStoreParts {
  readonly clock: Clock;
  /** Milliseconds each call may take. */
  readonly timeoutMs: number;
  readonly logger: Logger;
  /** Told of each failure. */
  readonly onFailed: (operation: TaskStoreOperation) => void;
}

/** The task store did not do what it was asked for, which has been reported. */
export class TaskStoreFailedError extends Error {
  override readonly name = 'TaskStoreFailedError';
}

/** The application's store: each call is bounded in time, and failures are reported here. */
export class GuardedTaskStore implements TaskStore {
  private isFailing = false;

  constructor(
    private readonly store: TaskStore,
    private readonly parts: GuardedTaskStoreParts,
  ) {}

  create(task: StoredTask, bounds: TaskBounds): Promise<'created' | 'full' | 'owner_full'> {
    return this.attempt('create', () => this.store.create(task, bounds));
  }

  get(taskId: string): Promise<StoredTask | undefined> {
    return this.attempt('get', () => this.store.get(taskId));
  }

  replace(task: StoredTask): Promise<boolean> {
    return this.attempt('replace', () => this.store.replace(task));
  }

  delete(taskId: string): Promise<void> {
    return this.attempt('delete', () => this.store.delete(taskId));
  }

  list(owner: string, page?: TaskPage): Promise<readonly StoredTask[]> {
    return this.attempt('list', () => this.store.list(owner, page));
  }

  /** A store that cannot be watched costs the news of other processes, and nothing else. */
  watch(listener: (taskId: string) => void): () => void {
    try {
      return this.store.watch(listener);
    } catch (thrown) {
      this.report('watch', thrown);
      return () => undefined;
    }
  }

  private async attempt<T>(operation: TaskStoreOperation, work: () => Promise<T>): Promise<T> {
    try {
      const value = await settlesWithin(this.parts.clock, this.parts.timeoutMs, work);
      this.isFailing = false;
      return value;
    } catch (thrown) {
      this.report(operation, thrown);
      throw new TaskStoreFailedError(`The task store failed to ${operation}`);
    }
  }

  private report(operation: TaskStoreOperation, thrown: unknown): void {
    this.parts.onFailed(operation);
    if (this.isFailing) return;
    this.isFailing = true;
    this.parts.logger.warn(
      `The task store failed to ${operation} (option tasks.store). Said once until it works again. ` +
        inspect(thrown),
    );
  }
}
