import type { NotWith } from './not-with.js';

interface CommonCompletionOptions {
  /** Which servers use the completer; default: the default server. */
  readonly server?: string | readonly string[];
}

/** Completes one argument of a prompt. */
export interface PromptCompletionOptions extends CommonCompletionOptions {
  /** Name of the prompt. */
  readonly prompt: string;
  /** Name of its argument. */
  readonly argument: string;
  readonly uriTemplate?: NotWith<'prompt'>;
  readonly variable?: NotWith<'prompt'>;
  readonly tool?: NotWith<'prompt'>;
}

/** Completes one variable of a resource template. */
export interface TemplateCompletionOptions extends CommonCompletionOptions {
  /** Text of the template of an `@McpResource()`. */
  readonly uriTemplate: string;
  /** Name of its variable. */
  readonly variable: string;
  readonly prompt?: NotWith<'uriTemplate'>;
  readonly tool?: NotWith<'uriTemplate'>;
  readonly argument?: NotWith<'uriTemplate'>;
}

/** Completes one argument of a tool (`ref/tool`, an extension of ours). */
export interface ToolCompletionOptions extends CommonCompletionOptions {
  /** Name of the tool. */
  readonly tool: string;
  /** Name of its argument. */
  readonly argument: string;
  readonly prompt?: NotWith<'tool'>;
  readonly uriTemplate?: NotWith<'tool'>;
  readonly variable?: NotWith<'tool'>;
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
