import type { JsonObject } from '../protocol/json.js';
import type { HandlerCall } from '../registry/handlers/handler-call.interface.js';
import { McpContext } from './mcp-context.js';
import type { MethodCall } from './method-handler.interface.js';

/** One call of a decorated method for one request. */
export function createHandlerCall(
  call: MethodCall,
  kind: HandlerCall['kind'],
  name: string,
  args: JsonObject,
): HandlerCall {
  return { kind, name, arguments: args, host: call.context.host, context: new McpContext(call) };
}
