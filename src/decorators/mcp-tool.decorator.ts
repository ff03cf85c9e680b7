import { handlerDecorator } from './handler-decorator.js';
import type { ToolOptions } from './tool-options.interface.js';

/**
 * Makes a method of any provider or controller an MCP tool. A parameter typed with a DTO class gets
 * the validated arguments, one typed `McpContext` the context of the call.
 *
 * @example
 * ```ts
 * @McpTool({ description: 'Find one order by its number', annotations: { readOnlyHint: true } })
 * findOrder(input: FindOrderDto): Promise<OrderDto> { … }   // tool find_order
 * ```
 * @publicApi
 */
export function McpTool(options: ToolOptions = {}): MethodDecorator {
  return handlerDecorator('McpTool', 'tool', options);
}
