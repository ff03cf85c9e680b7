import type { Observable } from 'rxjs';
import type { PushedMessage } from '../notifications/mcp-notification-bus.js';
import type { DecodedMessage, DecodedResponse } from '../protocol/decode-message.js';
import { decodeMessage } from '../protocol/decode-message.js';
import { deferred } from '../protocol/deferred.js';
import { hasEnvelope, parseEnvelope } from '../protocol/envelope.js';
import type { JsonRpcNotification, JsonRpcRequest, JsonRpcResponse } from '../protocol/json-rpc.js';
import { McpException } from '../protocol/mcp.exception.js';
import { ASSUMED_LEGACY_REVISION } from '../protocol/revisions/revisions.js';
import type { Connection } from '../sessions/connection.js';
import { ActiveCall } from './active-call.js';
import type { Answer } from './answer.js';
import { answerToMessage } from './answer.js';
import { legacyContext, modernContext } from './create-request-context.js';
import { DirectConnections } from './direct-connections.js';
import type { DispatchParts } from './method-table.js';
import type { RequestContext } from './request-context.interface.js';
import { resolveModernRevision } from './resolve-modern-revision.js';
import { standInHost } from './stand-in-host.js';
import { McpTimeoutError } from './timeout.error.js';

/** The connection of direct callers that name none. */
export const DEFAULT_CONNECTION_ID = 'default';

/** Options of `McpDispatcher.handleMessage()`. */
export interface HandleMessageOptions {
  /** Milliseconds to wait; default: as long as it takes. */
  readonly timeoutMs?: number;
  /** Gives up waiting, and the call, when it is aborted. */
  readonly signal?: AbortSignal;
}

/** A message of a direct caller on its way. */
export interface DirectCall {
  /** Names the request for `cancel()`. */
  readonly ref: string;
  readonly response: Promise<JsonRpcResponse | null>;
  cancel(): void;
}

/** What runs the calls. */
export interface DirectHost {
  run(call: ActiveCall): Promise<Answer | null>;
  receive(notification: JsonRpcNotification, scope: object): void;
  receiveResponse(response: DecodedResponse, connection: Connection): void;
  cancelAsked(scope: object, reason: string): void;
}

/** Serves callers inside this process, who have no transport. */
export class DirectCalls {
  private readonly connections: DirectConnections;
  private readonly outstanding = new Map<string, ActiveCall>();
  private sequence = 0;

  constructor(
    private readonly host: DirectHost,
    private readonly parts: DispatchParts,
  ) {
    const { bus, limits, telemetry } = parts;
    this.connections = new DirectConnections(
      bus,
      limits.maxClientCapabilities,
      telemetry,
      (connection) => host.cancelAsked(connection, 'the connection is gone'),
    );
  }

  /** Connections whose capabilities are remembered. */
  get remembered(): number {
    return this.connections.remembered;
  }

  connect(connectionId: string): Observable<PushedMessage> {
    return this.connections.connect(connectionId);
  }

  async handleMessage(
    message: unknown,
    connectionId: string,
    options: HandleMessageOptions,
  ): Promise<JsonRpcResponse | null> {
    options.signal?.throwIfAborted();
    const parked = deferred<null>();
    const call = this.start(message, connectionId, () => parked.resolve(null));
    return this.wait(Promise.race([call.response, parked.promise]), call, options);
  }

  request(message: unknown, connectionId: string, caller: AbortSignal | undefined): DirectCall {
    const call = this.start(message, connectionId);
    if (caller === undefined) return call;
    caller.addEventListener('abort', call.cancel, { once: true });
    if (caller.aborted) call.cancel();
    void call.response.finally(() => caller.removeEventListener('abort', call.cancel));
    return call;
  }

  cancel(ref: string): void {
    this.outstanding.get(ref)?.cancel('by the caller');
  }

  /** @param onParked given by callers who do not wait for a parked call; its answer is pushed then */
  private start(message: unknown, connectionId: string, onParked?: () => void): DirectCall {
    const ref = `call-${++this.sequence}`;
    const decoded = decodeMessage(message);
    const response =
      decoded.kind === 'request'
        ? this.runRequest(ref, decoded.request, connectionId, onParked)
        : Promise.resolve(this.take(decoded, connectionId));
    return { ref, response, cancel: () => this.cancel(ref) };
  }

  private take(decoded: Exclude<DecodedMessage, { kind: 'request' }>, connectionId: string) {
    if (decoded.kind === 'invalid') {
      return answerToMessage({ id: decoded.id, error: decoded.error });
    }
    const connection = this.connections.find(connectionId);
    if (decoded.kind === 'notification') this.host.receive(decoded.notification, connection);
    if (decoded.kind === 'response') this.host.receiveResponse(decoded, connection);
    return null;
  }

  private async runRequest(
    ref: string,
    request: JsonRpcRequest,
    connectionId: string,
    onParked: (() => void) | undefined,
  ): Promise<JsonRpcResponse | null> {
    const connection = this.connections.find(connectionId);
    const context = this.contextOf(request, connection);
    if (context instanceof McpException) {
      return answerToMessage({ id: request.id, error: context.toErrorObject() });
    }
    let isParked = false;
    const call = new ActiveCall(copyOf(request), context, () => {
      isParked = onParked !== undefined;
      onParked?.();
    });
    this.outstanding.set(ref, call);
    const answer = await this.host.run(call);
    this.outstanding.delete(ref);
    if (request.method === 'initialize') this.connections.remember(connection);
    if (answer === null) return null;
    const response = answerToMessage(answer);
    if (isParked) this.parts.bus.sendTo(connectionId, response);
    return response;
  }

  private contextOf(
    request: JsonRpcRequest,
    connection: Connection,
  ): RequestContext | McpException {
    const { bus, revisions } = this.parts;
    const facts = {
      transport: 'memory',
      scope: connection,
      principal: undefined,
      principalKey: undefined,
      disconnected: undefined,
      outlet: {
        get isOpen() {
          return bus.isLive(connection.id);
        },
        send: (pushed: PushedMessage) => bus.sendTo(connection.id, pushed),
      },
      host: standInHost(),
    } as const;
    if (!hasEnvelope(request.params)) {
      return legacyContext(connection, revisions.legacy[0] ?? ASSUMED_LEGACY_REVISION, facts);
    }
    try {
      const envelope = parseEnvelope(request.params);
      return modernContext(envelope, resolveModernRevision(envelope, revisions), facts);
    } catch (thrown) {
      if (thrown instanceof McpException) return thrown;
      throw thrown;
    }
  }

  private async wait(
    response: Promise<JsonRpcResponse | null>,
    call: DirectCall,
    { timeoutMs, signal }: HandleMessageOptions,
  ): Promise<JsonRpcResponse | null> {
    if (timeoutMs === undefined && signal === undefined) return response;
    const gaveUp = deferred<never>();
    const giveUp = (reason: unknown) => {
      gaveUp.reject(reason);
      call.cancel();
    };
    const onAbort = () => giveUp(signal?.reason);
    const timer =
      timeoutMs === undefined
        ? undefined
        : this.parts.clock.after(timeoutMs, () => giveUp(new McpTimeoutError(timeoutMs)));
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      return await Promise.race([response, gaveUp.promise]);
    } finally {
      timer?.cancel();
      signal?.removeEventListener('abort', onAbort);
    }
  }
}

/** The caller may keep and change what it sent; a call is what it was when it came. */
const copyOf = (request: JsonRpcRequest): JsonRpcRequest => ({
  ...request,
  params: structuredClone(request.params),
});
