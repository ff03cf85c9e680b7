import type { CompletionOptions } from './completion-options.interface.js';
import type { CheckedDecorator } from './checked-decorator.js';
import { handlerDecorator } from './handler-decorator.js';
import type { CompletionValue } from './returned-value.js';

/**
 * Makes a method the completer of one argument of a prompt, one variable of a resource template or
 * one argument of a tool. It gets the typed prefix and returns candidates, best first; more than a
 * hundred are cut.
 *
 * @example
 * ```ts
 * @McpCompletion({ prompt: 'complaint_reply', argument: 'tone' })
 * tones(value: string): string[] { return TONES.filter((tone) => tone.startsWith(value)); }
 * ```
 * @publicApi
 */
export function McpCompletion(
  options: CompletionOptions,
): CheckedDecorator<unknown, CompletionValue> {
  return handlerDecorator('McpCompletion', 'completion', options);
}
