import type { Settlement } from '../../dispatch/answer.js';
import { legacyContext } from '../../dispatch/create-request-context.js';
import type { McpDispatcher } from '../../dispatch/mcp-dispatcher.js';
import type { Outlet } from '../../dispatch/outlet.interface.js';
import type { BatchLimits } from '../../protocol/decode-batch.js';
import { decodeBatch } from '../../protocol/decode-batch.js';
import type { DecodedResponse } from '../../protocol/decode-message.js';
import { ErrorCode } from '../../protocol/error-codes.js';
import type { JsonRpcNotification, JsonRpcRequest, RequestId } from '../../protocol/json-rpc.js';
import { ASSUMED_LEGACY_REVISION } from '../../protocol/revisions/revisions.js';
import type { Connection } from '../../sessions/connection.js';
import type { SessionEnd } from '../../sessions/session-end.js';
import type { SessionRegistry } from '../../sessions/session-registry.js';
import type { HttpExchange } from './http-exchange.js';
import type { LegacyService } from './legacy-service.interface.js';
import type { LegacyVersions } from './legacy-versions.js';
import type { RequestTags } from './request-tags.js';
import { serveBatch } from './serve-batch.js';
import type { SessionService } from './session-service.interface.js';
import { StreamRequests } from './stream-requests.js';
import type { SessionStreamTable } from './streams/session-stream-table.js';

export const SESSION_HEADER = 'mcp-session-id';

/**
 * Requests of the handshake era. `initialize` opens a session; every later request names it, and one
 * that names a session of another principal names none.
 */
export class LegacyRequests implements LegacyService, SessionService {
  private readonly streamRequests: StreamRequests;

  constructor(
    private readonly dispatcher: McpDispatcher,
    private readonly sessions: SessionRegistry,
    private readonly versions: LegacyVersions,
    private readonly streams: SessionStreamTable,
    private readonly limits: BatchLimits,
    private readonly tags: RequestTags,
  ) {
    this.streamRequests = new StreamRequests(sessions, streams);
  }

  get isServed(): boolean {
    return this.versions.isServed;
  }

  async handshake(request: JsonRpcRequest, exchange: HttpExchange): Promise<void> {
    if (!this.versions.accepts(request.id, exchange)) return;
    if (!this.isServed) return this.versions.refuseHandshake(request, exchange);
    const tags = this.tags.of(exchange);
    const connection = this.sessions.open(exchange.principalKey, tags);
    if (connection === undefined) {
      const error = {
        code: ErrorCode.InternalError,
        message: 'Too many sessions, try again later',
      };
      return exchange.responder.refuse(503, error, request.id);
    }
    await this.answer(request, connection, exchange);
  }

  /** A request, in the session it names. */
  async serve(request: JsonRpcRequest, exchange: HttpExchange): Promise<void> {
    const connection = this.enterSession(exchange, request.id);
    if (connection !== undefined) await this.answer(request, connection, exchange);
  }

  async serveBatch(values: readonly unknown[], exchange: HttpExchange): Promise<void> {
    const connection = this.enterSession(exchange, null);
    if (connection === undefined) return;
    this.sessions.use(connection)();
    const batch = decodeBatch(values, connection.handshake?.revision, this.limits);
    if (batch.kind === 'invalid') return exchange.responder.refuse(400, batch.error);
    const release = this.sessions.serve(connection);
    await serveBatch(
      batch.messages,
      {
        request: (request, outlet) => this.dispatch(request, connection, exchange, outlet),
        notification: (notification) => this.dispatcher.receive(notification, connection),
        response: (response) => this.dispatcher.receiveResponse(response, connection),
      },
      exchange.responder,
    );
    release();
  }

  /** A notification; without a session there is nothing it could be about. */
  receive(notification: JsonRpcNotification, exchange: HttpExchange): void {
    if (exchange.headers[SESSION_HEADER] === undefined) return exchange.responder.accept();
    const connection = this.enterSession(exchange, null);
    if (connection === undefined) return;
    this.sessions.use(connection)();
    this.dispatcher.receive(notification, connection);
    exchange.responder.accept();
  }

  receiveResponse(response: DecodedResponse, exchange: HttpExchange): void {
    const connection = this.enterSession(exchange, null);
    if (connection === undefined) return;
    this.sessions.use(connection)();
    this.dispatcher.receiveResponse(response, connection);
    exchange.responder.accept();
  }

  openStream(exchange: HttpExchange): void {
    const connection = this.enterSession(exchange, null);
    if (connection === undefined) return;
    this.streamRequests.open(exchange, connection);
  }

  end(exchange: HttpExchange): void {
    const connection = this.enterSession(exchange, null);
    if (connection === undefined) return;
    this.sessions.end(connection, DELETED);
    exchange.responder.answer(null);
  }

  private async answer(
    request: JsonRpcRequest,
    connection: Connection,
    exchange: HttpExchange,
  ): Promise<void> {
    const wasOpen = connection.handshake !== undefined;
    const release = this.sessions.serve(connection);
    const answer = await this.dispatch(request, connection, exchange);
    if (connection.handshake === undefined) this.sessions.end(connection, REFUSED);
    else if (!wasOpen) this.begin(connection, exchange);
    exchange.responder.answer(answer);
    release();
  }

  private dispatch(
    request: JsonRpcRequest,
    connection: Connection,
    exchange: HttpExchange,
    outlet: Outlet = exchange.responder,
  ): Promise<Settlement> {
    const context = legacyContext(connection, ASSUMED_LEGACY_REVISION, {
      transport: 'http',
      scope: connection,
      principal: exchange.principal,
      principalKey: exchange.principalKey,
      // A client that leaves may come back; only `notifications/cancelled` cancels.
      disconnected: undefined,
      outlet,
      host: exchange.host,
    });
    const streams = this.streams.of(connection);
    if (streams !== undefined) exchange.responder.streamFrom(streams);
    return this.dispatcher.dispatch(request, context);
  }

  /** The handshake succeeded. */
  private begin(connection: Connection, { responder }: HttpExchange): void {
    // The server may have stopped meanwhile.
    if (this.sessions.find(connection.id, connection.ownerKey) === undefined) return;
    this.streams.begin(connection);
    responder.setHeaders({ [SESSION_HEADER]: connection.id });
  }

  /**
   * The session a request names, if its version is served, or `undefined` after refusing it. An ended
   * session wins over a wrong version: 404 is what makes clients open another one.
   */
  private enterSession(exchange: HttpExchange, id: RequestId | null): Connection | undefined {
    const namesSession = exchange.headers[SESSION_HEADER] !== undefined;
    if (!namesSession && !this.versions.accepts(id, exchange)) return undefined;
    const connection = this.findSession(exchange, id);
    return connection && this.versions.accepts(id, exchange) ? connection : undefined;
  }

  /** The session a request names, or `undefined` after refusing it: 400 without a name, 404 if unknown. */
  private findSession(exchange: HttpExchange, id: RequestId | null): Connection | undefined {
    const { headers, principalKey, responder } = exchange;
    const sessionId = headers[SESSION_HEADER];
    if (typeof sessionId !== 'string') {
      responder.refuse(400, invalid('Mcp-Session-Id header is missing; send initialize first'), id);
      return undefined;
    }
    const connection = this.sessions.find(sessionId, principalKey);
    if (connection === undefined) responder.refuse(404, invalid('Session not found'), id);
    return connection;
  }
}

const DELETED: SessionEnd = { reason: 'deleted', detail: 'the client ended the session' };
/** It never began. */
const REFUSED: SessionEnd = { reason: 'failed', detail: 'the handshake failed' };

const invalid = (message: string) => ({ code: ErrorCode.InvalidRequest, message });
