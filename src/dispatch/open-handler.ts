import type { JsonObject } from '../protocol/json.js';
import type { BoundHandler, HandlerRun } from '../registry/handlers/bound-handler.interface.js';
import { FunctionHandler } from '../registry/handlers/function-handler.js';
import type { HandlerCall } from '../registry/handlers/handler-call.interface.js';
import { MissingHandler } from '../registry/handlers/missing-handler.js';
import type { ActiveCall } from './active-call.js';
import { runInContext } from './async-context.js';
import { McpContext } from './mcp-context.js';

/**
 * Prepares one run of a method for one request.
 *
 * @param name of the tool or prompt, URI of the resource, or what is completed
 * @param args as the client sent them
 */
export function openHandler(
  call: ActiveCall,
  handler: BoundHandler,
  kind: HandlerCall['kind'],
  name: string,
  args: JsonObject,
): HandlerRun | Promise<HandlerRun> {
  const context = new McpContext(call);
  const handlerCall = { kind, name, arguments: args, host: call.context.host, context };
  const bound = serving(handler, call, kind, name);
  if (call.services?.asyncContext !== true) return bound.open(handlerCall);
  // Providers that are made for the request may want to know it too.
  const run = runInContext(context, () => bound.open(handlerCall));
  return run instanceof Promise
    ? run.then((opened) => inContext(opened, context))
    : inContext(run, context);
}

/** A hook of the application stands in for a handler that is not there. */
function serving(
  handler: BoundHandler,
  call: ActiveCall,
  kind: HandlerCall['kind'],
  name: string,
): BoundHandler {
  if (!(handler instanceof MissingHandler)) return handler;
  const fallback = call.services?.fallback(kind);
  if (fallback === undefined) return handler;
  return new FunctionHandler(handler.place, (args: never, context: never) =>
    fallback(name, args, context),
  );
}

const inContext = (run: HandlerRun, context: McpContext): HandlerRun => ({
  guard: () => runInContext(context, () => run.guard()),
  invoke: (args) => runInContext(context, () => run.invoke(args)),
});
