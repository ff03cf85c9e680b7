import type { StoredTask } from '../../tasks/stored-task.interface.js';
import type { Tasks } from '../../tasks/tasks.js';
import type { TaskRunner } from './task-runner.js';

/**
 * The tasks of a server, for the application: an injectable.
 *
 * @publicApi
 */
export class McpTasks {
  readonly #tasks: Tasks;
  readonly #runner: TaskRunner;

  /** @internal made by the dispatcher */
  constructor(tasks: Tasks, runner: TaskRunner) {
    this.#tasks = tasks;
    this.#runner = runner;
  }

  /** A task, whoever owns it and wherever it runs; `undefined` if there is none, or its time is over. */
  find(taskId: string): Promise<StoredTask | undefined> {
    return this.#tasks.get(taskId);
  }

  /**
   * Calls a task off, wherever it runs.
   *
   * @param reason its client is told
   * @returns false if there is no such task, or it has ended
   */
  async cancel(taskId: string, reason = 'by the server'): Promise<boolean> {
    return (await this.#tasks.change(taskId, { type: 'cancel', reason, forMs: 0 })) !== undefined;
  }

  /**
   * Tells the session that began a task where that is (2025-11-25), if it runs in this process. Changes of
   * its status are told anyway, unless `tasks.statusNotifications` is false.
   */
  notifyStatus(taskId: string): Promise<void> {
    return this.#runner.notifyStatus(taskId);
  }
}
