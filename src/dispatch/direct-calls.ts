import type { Observable } from 'rxjs';
import type { PushedMessage } from '../notifications/mcp-notification-bus.js';
import type { DecodedMessage, DecodedResponse } from '../protocol/decode-message.js';
import { decodeMessage } from '../protocol/decode-message.js';
import { deferred } from '../protocol/deferred.js';
import { hasEnvelope, parseEnvelope } from '../protocol/envelope.js';
import type { JsonRpcNotification, JsonRpcRequest, JsonRpcResponse } from '../protocol/json-rpc.js';
import { McpException } from '../protocol/mcp.exception.js';
import { invalidParams } from '../protocol/protocol-errors.js';
import { ASSUMED_LEGACY_REVISION } from '../protocol/revisions/revisions.js';
import type { Connection } from '../sessions/connection.js';
import type { SessionEndReason } from '../sessions/session-end.js';
import { ActiveCall } from './active-call.js';
import type { Settlement } from './answer.js';
import { answerToMessage, isAnswer } from './answer.js';
import { legacyContext, modernContext } from './create-request-context.js';
import { DirectCallers } from './direct-callers.js';
import { DirectConnections } from './direct-connections.js';
import type { HandleMessageOptions } from './direct-wait.js';
import { DirectWait } from './direct-wait.js';
import type { DispatchParts } from './method-table.js';
import type { RequestContext } from './request-context.interface.js';
import { resolveModernRevision } from './resolve-modern-revision.js';
import { standInHost } from './stand-in-host.js';

/** The connection of direct callers that name none. */
export const DEFAULT_CONNECTION_ID = 'default';

/**
 * A message of a direct caller on its way.
 *
 * @publicApi
 */
export interface DirectCall {
  /** Names the request for `cancel()`. */
  readonly ref: string;
  readonly response: Promise<JsonRpcResponse | null>;
  cancel(): void;
}

/** What runs the calls. */
export interface DirectHost {
  run(call: ActiveCall): Promise<Settlement>;
  receive(notification: JsonRpcNotification, scope: object): void;
  receiveResponse(response: DecodedResponse, connection: Connection): void;
  cancelTied(scope: object, reason: string): void;
  failAll(connection: Connection, detail: string): void;
  forget(connection: Connection, reason: SessionEndReason): void;
}

/** Serves callers inside this process, who have no transport. */
export class DirectCalls {
  private readonly connections: DirectConnections;
  private readonly callers = new DirectCallers();
  private readonly outstanding = new Map<string, ActiveCall>();
  private sequence = 0;

  constructor(
    private readonly host: DirectHost,
    private readonly parts: DispatchParts,
  ) {
    this.connections = new DirectConnections(parts, {
      gone: (connection) => host.cancelTied(connection, 'the connection is gone'),
      forgotten: (connection, reason) => host.forget(connection, reason),
      stopped: (connection, detail) => host.failAll(connection, detail),
    });
  }

  /** Connections whose capabilities are remembered. */
  get remembered(): number {
    return this.connections.remembered;
  }

  /** Connections that are listened to. */
  get live(): number {
    return this.connections.live;
  }

  connect(connectionId: string): Observable<PushedMessage> {
    return this.connections.connect(connectionId);
  }

  /** Forgets every connection. */
  close(): void {
    this.connections.close();
  }

  async handleMessage(
    message: unknown,
    connectionId: string,
    options: HandleMessageOptions,
  ): Promise<JsonRpcResponse | null> {
    const wait = new DirectWait(options, this.parts.clock, this.callers);
    const parked = deferred<null>();
    const call = this.start(message, connectionId, () => parked.resolve(null));
    return wait.for(Promise.race([call.response, parked.promise]), call.cancel);
  }

  request(message: unknown, connectionId: string, caller: AbortSignal | undefined): DirectCall {
    if (caller === undefined) return this.start(message, connectionId);
    // Whoever is gone says nothing any more.
    if (caller.aborted) return this.handle(Promise.resolve(null));
    const call = this.start(message, connectionId);
    const unwatch = this.callers.watch(caller, call.cancel);
    void call.response.then(unwatch, unwatch);
    return call;
  }

  cancel(ref: string): void {
    this.outstanding.get(ref)?.cancel('by the caller');
  }

  /** @param onParked given by callers who do not wait for a parked call; its answer is pushed then */
  private start(message: unknown, connectionId: string, onParked?: () => void): DirectCall {
    const decoded = decodeMessage(message);
    return decoded.kind === 'request'
      ? this.startRequest(decoded.request, connectionId, onParked)
      : this.handle(Promise.resolve(this.take(decoded, connectionId)));
  }

  private handle(response: DirectCall['response'], ref = this.nextRef()): DirectCall {
    return { ref, response, cancel: () => this.cancel(ref) };
  }

  private nextRef(): string {
    return `call-${++this.sequence}`;
  }

  private take(decoded: Exclude<DecodedMessage, { kind: 'request' }>, connectionId: string) {
    if (decoded.kind === 'invalid') {
      return answerToMessage({ id: decoded.id, error: decoded.error });
    }
    const connection = this.connections.find(connectionId);
    if (connection === undefined) return null;
    if (decoded.kind === 'notification') this.host.receive(decoded.notification, connection);
    if (decoded.kind === 'response') this.host.receiveResponse(decoded, connection);
    return null;
  }

  private startRequest(
    request: JsonRpcRequest,
    connectionId: string,
    onParked: (() => void) | undefined,
  ): DirectCall {
    const ref = this.nextRef();
    const connection = this.connections.enter(connectionId);
    const response = this.runRequest(ref, request, connection, onParked).finally(() => {
      this.outstanding.delete(ref);
      this.connections.leave(connection);
    });
    return this.handle(response, ref);
  }

  private async runRequest(
    ref: string,
    request: JsonRpcRequest,
    connection: Connection,
    onParked: (() => void) | undefined,
  ): Promise<JsonRpcResponse | null> {
    let isParked = false;
    let call: ActiveCall;
    try {
      call = new ActiveCall(copyOf(request), this.contextOf(request, connection), () => {
        isParked = onParked !== undefined;
        onParked?.();
      });
    } catch (thrown) {
      if (!(thrown instanceof McpException)) throw thrown;
      return answerToMessage({ id: request.id, error: thrown.toErrorObject() });
    }
    this.outstanding.set(ref, call);
    const { handshake } = connection;
    const answering = this.host.run(call);
    // If it shook hands it has done so by now; whatever comes next finds that.
    const isKnown = connection.handshake !== handshake;
    if (isKnown) this.connections.remember(connection);
    const answer = await answering;
    if (request.method === 'initialize') this.reconsider(connection, handshake, isKnown);
    if (!isAnswer(answer)) return null;
    const response = answerToMessage(answer);
    if (isParked) this.connections.send(connection, response);
    return response;
  }

  /** The application may have refused a handshake, or let it begin only after another one. */
  private reconsider(
    connection: Connection,
    before: Connection['handshake'],
    isKnown: boolean,
  ): void {
    if (connection.handshake === undefined) this.connections.unremember(connection);
    else if (!isKnown && connection.handshake !== before) this.connections.remember(connection);
  }

  /** @throws McpException when the request cannot be placed in an era */
  private contextOf(request: JsonRpcRequest, connection: Connection): RequestContext {
    const { connections } = this;
    const { revisions } = this.parts;
    const facts = {
      transport: 'memory',
      scope: connection,
      principal: undefined,
      principalKey: undefined,
      disconnected: undefined,
      outlet: {
        get isOpen() {
          return connections.isLive(connection);
        },
        send: (pushed: PushedMessage) => connections.send(connection, pushed),
      },
      host: standInHost(),
    } as const;
    if (!hasEnvelope(request.params)) {
      return legacyContext(connection, revisions.legacy[0] ?? ASSUMED_LEGACY_REVISION, facts);
    }
    const envelope = parseEnvelope(request.params);
    return modernContext(envelope, resolveModernRevision(envelope, revisions), facts);
  }
}

/**
 * The caller may keep and change what it sent; a call is what it was when it came.
 *
 * @throws McpException `-32602` for what no other transport could carry, such as a function
 */
function copyOf(request: JsonRpcRequest): JsonRpcRequest {
  try {
    return { ...request, params: structuredClone(request.params) };
  } catch {
    throw invalidParams('params must be JSON values');
  }
}
