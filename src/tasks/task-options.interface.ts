import type { Type } from '@nestjs/common';
import type { TaskStore } from './task-store.interface.js';

/**
 * Options of tasks: option `tasks`.
 *
 * @publicApi
 */
export interface TaskOptions {
  /** Where tasks are kept: an object, or a class that some module provides. Default: in this process. */
  readonly store?: TaskStore | Type<TaskStore>;
  /**
   * What becomes of running tasks of a principal when the session ends that began them (2025-11-25):
   * `cancel` (default), or `keep`, so that the principal finds them again in another session. Tasks of
   * nobody are always cancelled, since only their session can use them.
   */
  readonly onSessionEnd?: 'cancel' | 'keep';
  /** Whether clients of 2025-11-25 are told when the status of a task changes; default true. */
  readonly statusNotifications?: boolean;
}
