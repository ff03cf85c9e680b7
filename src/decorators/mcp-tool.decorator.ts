import type { ArgumentsSchema } from '../schema/arguments-schema.js';
import type { SchemaSource } from '../schema/schema-source.js';
import type { ParsedValue, TakenValue } from '../schema/schema-value.js';
import type { CheckedDecorator } from './checked-decorator.js';
import { handlerDecorator } from './handler-decorator.js';
import type { ToolValue } from './returned-value.js';
import type { ToolOptions } from './tool-options.interface.js';

/**
 * Makes a method of any provider or controller an MCP tool. A parameter typed with a DTO class gets
 * the validated arguments, one typed `McpContext` the context of the call. The compiler checks the method
 * against `input` and `output`, where these have types.
 *
 * @example
 * ```ts
 * @McpTool({ description: 'Find one order by its number', annotations: { readOnlyHint: true } })
 * findOrder(input: FindOrderDto): Promise<OrderDto> { … }   // tool find_order
 * ```
 * @publicApi
 */
export function McpTool<
  Input extends SchemaSource = SchemaSource,
  Output extends SchemaSource = SchemaSource,
>(
  options: ToolOptions<Input, Output> & { readonly input?: ArgumentsSchema<Input> } = {},
): ToolDecorator<Input, Output> {
  return handlerDecorator('McpTool', 'tool', options);
}

type ToolDecorator<Input, Output> = CheckedDecorator<
  ParsedValue<Input>,
  ToolValue<TakenValue<Output>>
>;
