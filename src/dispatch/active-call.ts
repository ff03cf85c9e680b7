import type { Logger } from '@nestjs/common';
import type { JsonRpcRequest, RequestId } from '../protocol/json-rpc.js';
import type { JsonObject } from '../protocol/json.js';
import { isJsonObject } from '../protocol/json.js';
import { readTraceContext } from '../protocol/trace-context.js';
import { McpCancelledError } from './cancelled.error.js';
import type { Asking } from './input-requests/asking.interface.js';
import type { RequestContext } from './request-context.interface.js';
import type { CallbackClock } from './slots/callback-clock.js';
import type { CallFacts } from './telemetry/mcp-event.js';

/** One request from its arrival to its one settlement. */
export class ActiveCall {
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonObject;
  /** True from the moment a person is asked about the call. */
  wasAsked = false;
  /** True while it tells its client of changes. */
  isListening = false;
  /** True when the server declares that it sends log messages. */
  mayLog = false;
  /** True once a person has agreed to the call. */
  isApproved = false;
  /** The clock of the callback that runs, if one does. */
  callbackClock: CallbackClock | undefined;
  /** Given before the call runs. */
  logger: Logger | undefined;
  /** Given before the call runs. */
  openAsking: (() => Asking) | undefined;
  private readonly controller = new AbortController();
  private askingNow: Asking | undefined;
  private isOver = false;

  /** @param onParked called when the call starts to wait for a person */
  constructor(
    request: JsonRpcRequest,
    readonly context: RequestContext,
    private readonly onParked: () => void = () => undefined,
  ) {
    this.id = request.id;
    this.method = request.method;
    this.params = request.params;
  }

  /** Aborted when the answer is not wanted any more, or the call took too long. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** True when nothing may be answered. */
  get isCancelled(): boolean {
    return this.signal.aborted && this.signal.reason instanceof McpCancelledError;
  }

  /** The questions of the call, if it asked any yet. */
  get asked(): Asking | undefined {
    return this.askingNow;
  }

  /**
   * The questions of the call.
   *
   * @throws McpException `-32602` for answers that came with the request and are not valid
   */
  get asking(): Asking {
    if (this.openAsking === undefined) throw new TypeError('the call does not run yet');
    if (this.askingNow === undefined) {
      this.askingNow = this.openAsking();
      if (this.isOver) this.askingNow.close();
    }
    return this.askingNow;
  }

  /** The call is over: code it left running asks nothing more. */
  end(): void {
    this.isOver = true;
    this.askingNow?.close();
  }

  /** The call starts to wait for its client. */
  park(): void {
    this.wasAsked = true;
    this.onParked();
  }

  /** Calls the call off; nothing is answered. */
  cancel(reason: string): void {
    this.controller.abort(new McpCancelledError(reason));
  }

  /** Aborts the signal for another reason than a cancellation; the call is still answered. */
  abort(reason: Error): void {
    this.controller.abort(reason);
  }

  /** What telemetry may say about any call. */
  get facts(): CallFacts {
    const { connection, principalKey, transport } = this.context;
    const { method, params } = this;
    const name = typeof params.name === 'string' ? params.name : undefined;
    const trace = isJsonObject(params._meta) ? readTraceContext(params._meta) : undefined;
    return {
      method,
      name,
      transport,
      connectionId: connection?.lastingId,
      principalKey,
      ...(trace && { traceparent: trace.traceparent }),
    };
  }
}
