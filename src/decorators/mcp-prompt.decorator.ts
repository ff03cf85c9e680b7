import { handlerDecorator } from './handler-decorator.js';
import type { PromptOptions } from './prompt-options.interface.js';

/**
 * Makes a method an MCP prompt. It returns the text of one user message, a list of messages, or a
 * complete result.
 *
 * @publicApi
 */
export function McpPrompt(options: PromptOptions = {}): MethodDecorator {
  return handlerDecorator('McpPrompt', 'prompt', options);
}
