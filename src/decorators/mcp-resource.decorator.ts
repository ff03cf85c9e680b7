import type { SchemaSource } from '../schema/schema-source.js';
import type { ParsedValue } from '../schema/schema-value.js';
import type { CheckedDecorator } from './checked-decorator.js';
import { handlerDecorator } from './handler-decorator.js';
import type { ResourceOptions } from './resource-options.interface.js';
import type { ResourceValue } from './returned-value.js';

/**
 * Makes a method an MCP resource with a fixed `uri`, or a family of resources with a `uriTemplate`
 * whose variables are the method's arguments. The returned string, bytes or object is the content.
 *
 * @publicApi
 */
export function McpResource<Input extends SchemaSource = SchemaSource>(
  options: ResourceOptions<Input>,
): CheckedDecorator<ParsedValue<Input>, ResourceValue> {
  return handlerDecorator('McpResource', 'resource', options);
}
