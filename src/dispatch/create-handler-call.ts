import type { JsonObject } from '../protocol/json.js';
import type { HandlerCall } from '../registry/handlers/handler-call.interface.js';
import type { ActiveCall } from './active-call.js';
import { McpContext } from './mcp-context.js';

/** One call of a decorated method for one request. */
export function createHandlerCall(
  call: ActiveCall,
  kind: HandlerCall['kind'],
  name: string,
  args: JsonObject,
): HandlerCall {
  return { kind, name, arguments: args, host: call.context.host, context: new McpContext(call) };
}
