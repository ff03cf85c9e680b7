import type { PromptOptions } from '../../decorators/prompt-options.interface.js';
import type { RuntimeCompleters } from './runtime-completers.interface.js';

/**
 * A prompt that is a function instead of a decorated method. No enhancers of Nest run around it.
 *
 * @publicApi
 */
export interface RuntimePrompt extends Omit<PromptOptions, 'server'> {
  readonly name: string;
  /**
   * @param args the arguments, validated if there is an `input`
   * @param context the `McpContext` of the call
   */
  readonly handler?: (args: never, context: never) => unknown;
  /** What completes its arguments, by argument. */
  readonly complete?: RuntimeCompleters;
}
