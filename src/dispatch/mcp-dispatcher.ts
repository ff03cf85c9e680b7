import { ErrorCode } from '../protocol/error-codes.js';
import type { JsonRpcNotification, JsonRpcRequest } from '../protocol/json-rpc.js';
import { isRequestId } from '../protocol/json-rpc.js';
import { McpException } from '../protocol/mcp.exception.js';
import { methodNotFound } from '../protocol/protocol-errors.js';
import type { Revision } from '../protocol/revisions/revision.interface.js';
import type { Answer } from './answer.js';
import { McpCancelledError } from './cancelled.error.js';
import { describeFailure } from './failures/failure.js';
import { InFlight } from './in-flight.js';
import type { MethodCall, MethodHandler } from './method-handler.interface.js';
import type { DispatchParts } from './method-table.js';
import { createMethodTable } from './method-table.js';
import { PreparedResult } from './prepared-result.js';
import type { RequestContext } from './request-context.interface.js';

/**
 * Answers requests, whatever transport they came by: finds the method in the table of the request's
 * revision, runs it, and turns what it gives or throws into the one answer. It knows no HTTP and no
 * stream.
 *
 * @publicApi
 */
export class McpDispatcher {
  private readonly methods: ReadonlyMap<string, MethodHandler>;
  private readonly inFlight = new InFlight();
  private onIdle: (() => void) | undefined;

  constructor(private readonly parts: DispatchParts) {
    this.methods = createMethodTable(parts);
  }

  /**
   * Runs a request. The answer is `null` when it was cancelled: nothing may be sent for it then.
   * Never rejects.
   */
  async dispatch(request: JsonRpcRequest, context: RequestContext): Promise<Answer | null> {
    const controller = new AbortController();
    const release = this.track(request, context, controller);
    try {
      if (controller.signal.aborted) return null;
      return await unlessAborted(this.answer(request, context, controller.signal), controller);
    } finally {
      release();
    }
  }

  /** Takes a notification from a client. Unknown ones are dropped (JSON-RPC 2.0, section 4.1). */
  receive({ method, params }: JsonRpcNotification, scope: object | undefined): void {
    if (method !== 'notifications/cancelled' || scope === undefined) return;
    const { requestId, reason } = params;
    if (!isRequestId(requestId)) return;
    const words = typeof reason === 'string' ? reason : 'by the client';
    this.inFlight.cancel(scope, requestId, new McpCancelledError(words));
  }

  /** True when a request of this id is being worked on in this scope. */
  isInFlight(scope: object, id: JsonRpcRequest['id']): boolean {
    return this.inFlight.has(scope, id);
  }

  /** Cancels everything of a scope: its connection is gone. */
  cancelAll(scope: object, reason: string): void {
    this.inFlight.cancelAll(scope, new McpCancelledError(reason));
  }

  /**
   * Waits until nothing is being worked on, at most `graceMs` milliseconds, then cancels the rest:
   * the server stops.
   */
  async drain(graceMs: number): Promise<void> {
    if (this.inFlight.size > 0) await this.idleWithin(graceMs);
    this.inFlight.close(new McpCancelledError('the server stops'));
  }

  /** The member of `params` that the `Mcp-Name` header mirrors for this method, if any. */
  routingMember(method: string): string | undefined {
    return this.methods.get(method)?.routingMember;
  }

  /** True when the method exists for requests of this revision. */
  serves(method: string, revision: Revision): boolean {
    return revision.requests.has(method) && this.find(method) !== undefined;
  }

  private async idleWithin(graceMs: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = this.parts.clock.after(graceMs, resolve);
      this.onIdle = () => {
        timer.cancel();
        resolve();
      };
    });
    this.onIdle = undefined;
  }

  private find(method: string): MethodHandler | undefined {
    const handler = this.methods.get(method);
    if (handler?.capability === undefined) return handler;
    return this.parts.identity.capabilities.has(handler.capability) ? handler : undefined;
  }

  private async answer(
    request: JsonRpcRequest,
    context: RequestContext,
    signal: AbortSignal,
  ): Promise<Answer> {
    const { id, method, params } = request;
    try {
      const handler = context.revision.requests.has(method) ? this.find(method) : undefined;
      if (handler === undefined) throw methodNotFound(method);
      return { id, result: await this.run(handler, { id, method, params, context, signal }) };
    } catch (thrown) {
      return { id, error: this.toException(thrown, method).toErrorObject() };
    }
  }

  private async run(handler: MethodHandler, call: MethodCall) {
    const result = await handler.handle(call);
    if (result instanceof PreparedResult) return result;
    const complete = this.parts.encoder.complete(result, call.method, call.context.revision);
    // Written here, so that a result JSON cannot say fails the call and not the transport.
    return new PreparedResult(JSON.stringify(complete));
  }

  private toException(thrown: unknown, method: string): McpException {
    const failure = describeFailure(thrown, method, this.parts.logger);
    if (failure.kind === 'protocol') return failure.exception;
    return new McpException(ErrorCode.InternalError, failure.text);
  }

  private track(
    request: JsonRpcRequest,
    { scope, disconnected }: RequestContext,
    controller: AbortController,
  ): () => void {
    const onDisconnect = () => controller.abort(new McpCancelledError('the client left'));
    if (disconnected?.aborted) onDisconnect();
    disconnected?.addEventListener('abort', onDisconnect, { once: true });
    // The handshake may not be cancelled (every legacy revision, Cancellation).
    const cancellableIn = request.method === 'initialize' ? undefined : scope;
    const untrack = this.inFlight.add(cancellableIn, request.id, controller);
    return () => {
      disconnected?.removeEventListener('abort', onDisconnect);
      untrack();
      if (this.inFlight.size === 0) this.onIdle?.();
    };
  }
}

/** The answer, or `null` as soon as the call is aborted; what the work gives afterwards is dropped. */
function unlessAborted(
  answer: Promise<Answer>,
  { signal }: AbortController,
): Promise<Answer | null> {
  if (signal.aborted) return Promise.resolve(null);
  return new Promise((resolve, reject) => {
    const onAbort = () => resolve(null);
    signal.addEventListener('abort', onAbort, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
