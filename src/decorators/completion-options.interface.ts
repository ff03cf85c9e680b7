interface CommonCompletionOptions {
  /** Which servers use the completer; default: the default server. */
  readonly server?: string | readonly string[];
}

/** Completes one argument of a prompt. */
export interface PromptCompletionOptions extends CommonCompletionOptions {
  readonly prompt: string;
  readonly argument: string;
}

/** Completes one variable of a resource template. */
export interface TemplateCompletionOptions extends CommonCompletionOptions {
  readonly uriTemplate: string;
  readonly variable: string;
}

/** Completes one argument of a tool (`ref/tool`, an extension of ours). */
export interface ToolCompletionOptions extends CommonCompletionOptions {
  readonly tool: string;
  readonly argument: string;
}

/**
 * Options of `@McpCompletion()`: what is completed.
 *
 * @publicApi
 */
export type CompletionOptions =
  PromptCompletionOptions | TemplateCompletionOptions | ToolCompletionOptions;

/**
 * What a completer is given with `@McpArgs()`, or by member: `@McpArgs('context')`.
 *
 * @publicApi
 */
export interface CompletionArguments {
  /** Name of the argument or variable that is typed. */
  readonly argument: string;
  /** What is typed so far. */
  readonly value: string;
  /** The arguments that are chosen already, if the client says so (2025-06-18 and later). */
  readonly context: Readonly<Record<string, string>>;
}
