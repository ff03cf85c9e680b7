import { inspect } from 'node:util';
import type { ExecutionContext } from '@nestjs/common';
import type { HandlerCall } from './handler-call.interface.js';

/** Where the call stands among the arguments of an `ExecutionContext`: after request, response, next. */
const CALL_ARGUMENT = 3;

/**
 * What MCP knows about a call, for guards, interceptors, filters and parameter decorators around a
 * decorated method.
 *
 * @example
 * ```ts
 * canActivate(context: ExecutionContext) {
 *   const call = McpExecutionContext.from(context);
 *   return call?.kind !== 'tool' || this.policy.allows(call.name);
 * }
 * ```
 * @publicApi
 */
export class McpExecutionContext {
  /** Private at run time too, so that nothing of the request is printed with it. */
  readonly #call: HandlerCall;

  private constructor(call: HandlerCall) {
    this.#call = call;
  }

  /** The call around which an enhancer runs; `undefined` anywhere else, at the HTTP route too. */
  static from(context: Pick<ExecutionContext, 'getArgByIndex'>): McpExecutionContext | undefined {
    const call: unknown = context.getArgByIndex(CALL_ARGUMENT);
    return isHandlerCall(call) ? new McpExecutionContext(call) : undefined;
  }

  /** What kind of method is called. */
  get kind(): HandlerCall['kind'] {
    return this.#call.kind;
  }

  /** Name of the tool or prompt, URI of the resource, or what is completed. */
  get name(): string {
    return this.#call.name;
  }

  /** Arguments as the client sent them; validation comes after the guards. */
  get arguments(): HandlerCall['arguments'] {
    return this.#call.arguments;
  }

  /** Shows neither request nor arguments, which may be private. */
  [inspect.custom](): string {
    return `McpExecutionContext ${inspect({ kind: this.kind })}`;
  }

  /** The `McpContext` of the call. */
  getContext<T extends object>(): T {
    return this.#call.context as T;
  }
}

function isHandlerCall(value: unknown): value is HandlerCall {
  return typeof value === 'object' && value !== null && 'kind' in value && 'host' in value;
}
