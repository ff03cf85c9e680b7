import type { ArgumentsSchema } from '../schema/arguments-schema.js';
import type { SchemaSource } from '../schema/schema-source.js';
import type { ParsedValue } from '../schema/schema-value.js';
import type { CheckedDecorator } from './checked-decorator.js';
import { handlerDecorator } from './handler-decorator.js';
import type { PromptOptions } from './prompt-options.interface.js';
import type { PromptValue } from './returned-value.js';

/**
 * Makes a method an MCP prompt. It returns the text of one user message, a list of messages, or a
 * complete result.
 *
 * @publicApi
 */
export function McpPrompt<Input extends SchemaSource = SchemaSource>(
  options: PromptOptions<Input> & { readonly input?: ArgumentsSchema<Input> } = {},
): CheckedDecorator<ParsedValue<Input>, PromptValue> {
  return handlerDecorator('McpPrompt', 'prompt', options);
}
