import { handlerDecorator } from './handler-decorator.js';
import type { ResourceOptions } from './resource-options.interface.js';

/**
 * Makes a method an MCP resource with a fixed `uri`, or a family of resources with a `uriTemplate`
 * whose variables are the method's arguments. The returned string, bytes or object is the content.
 *
 * @publicApi
 */
export function McpResource(options: ResourceOptions): MethodDecorator {
  return handlerDecorator('McpResource', 'resource', options);
}
