interface ListOptions {
  /** Whether clients are told when the list changes; default true. */
  readonly listChanged?: boolean;
}

interface ResourcesOptions extends ListOptions {
  /** Whether clients can ask to be told when a resource changes; default true. */
  readonly subscribe?: boolean;
}

interface TasksOptions {
  /** Whether clients of 2025-11-25 can list their tasks; default true, where tasks are a session's. */
  readonly list?: boolean;
}

/**
 * What a server declares that it can do (Capabilities, every revision). All of it by default. What is
 * `false` is left out of the declaration, and is not there: its methods are `-32601`, its notifications
 * are not sent.
 *
 * @publicApi
 */
export interface CapabilityOptions {
  readonly tools?: boolean | ListOptions;
  readonly resources?: boolean | ResourcesOptions;
  readonly prompts?: boolean | ListOptions;
  /** Declared from 2025-03-26 on; served in 2024-11-05 as well. */
  readonly completions?: boolean;
  /** Log messages of `ctx.log()`. */
  readonly logging?: boolean;
  /**
   * Tasks: a capability of 2025-11-25, an extension in 2026-07-28. Default: there if a tool runs as one
   * when the application starts. `true` for tools that are registered later.
   */
  readonly tasks?: boolean | TasksOptions;
}
