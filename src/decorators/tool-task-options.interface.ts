/**
 * Whether a tool runs as a task: not unless it says so, where the client can follow one, or only so
 * (2025-11-25, Tasks: Tool-Level Negotiation).
 *
 * @publicApi
 */
export type TaskSupport = 'forbidden' | 'optional' | 'required';

/**
 * How a tool runs as a task: option `task` of `@McpTool()`.
 *
 * @publicApi
 */
export interface ToolTaskOptions {
  /**
   * `optional` (default): as a task for clients that can follow one, else as a plain call. `required`:
   * other clients get an error.
   */
  readonly support?: TaskSupport;
  /**
   * When it becomes a task in 2026-07-28, where the server decides: `at-once` (default), before the
   * method runs, or `when-told`, at `ctx.startTask()`. Up to then it is a plain call, which may ask its
   * client things. In 2025-11-25 the client decides, and it is always at once.
   */
  readonly starts?: 'at-once' | 'when-told';
  /** Milliseconds the result is kept; default `limits.taskTtlMs`. A client of 2025-11-25 may say otherwise. */
  readonly ttlMs?: number;
  /** Milliseconds clients are to wait between two looks; default `limits.taskPollIntervalMs`. */
  readonly pollIntervalMs?: number;
  /** What a person or a model is told first about it. */
  readonly statusMessage?: string;
  /** What a model may be told in place of the result until there is one (2025-11-25, provisional). */
  readonly immediateResponse?: string;
}
