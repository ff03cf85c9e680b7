/** Bounds of tasks. */
export interface TaskLimits {
  /** Tasks that are kept, ended ones too. */
  readonly maxTasks: number;
  /** Tasks that are kept of one principal, else of one session. */
  readonly maxTasksPerOwner: number;
  /** Tasks that run at once in this process. */
  readonly maxRunningTasks: number;
  /** Tasks of one principal, else of one session, that run at once in this process. */
  readonly maxRunningTasksPerOwner: number;
  /** Milliseconds a task is kept, where neither client nor tool says. */
  readonly taskTtlMs: number;
  /** Milliseconds a task is kept at most, after it has ended. */
  readonly maxTaskTtlMs: number;
  /** Milliseconds clients are to wait between two looks at a task, where the tool does not say. */
  readonly taskPollIntervalMs: number;
}
