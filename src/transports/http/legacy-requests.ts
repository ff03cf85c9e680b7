import type { Settlement } from '../../dispatch/answer.js';
import { legacyContext } from '../../dispatch/create-request-context.js';
import type { McpDispatcher } from '../../dispatch/mcp-dispatcher.js';
import type { Outlet } from '../../dispatch/outlet.interface.js';
import type { BatchLimits } from '../../protocol/decode-batch.js';
import { decodeBatch } from '../../protocol/decode-batch.js';
import type { DecodedResponse } from '../../protocol/decode-message.js';
import { ErrorCode } from '../../protocol/error-codes.js';
import type { JsonRpcNotification, JsonRpcRequest } from '../../protocol/json-rpc.js';
import { ASSUMED_LEGACY_REVISION } from '../../protocol/revisions/revisions.js';
import type { Connection } from '../../sessions/connection.js';
import type { SessionEnd } from '../../sessions/session-end.js';
import type { SessionKeeper } from '../../sessions/session-keeper.js';
import type { SessionRegistry } from '../../sessions/session-registry.js';
import { askLater, RETRY_MS } from './ask-later.js';
import type { HttpExchange } from './http-exchange.js';
import type { LegacyService } from './legacy-service.interface.js';
import type { LegacyVersions } from './legacy-versions.js';
import type { RequestTags } from './request-tags.js';
import { serveBatch } from './serve-batch.js';
import { SESSION_HEADER, SessionEntrance } from './session-entrance.js';
import type { SessionRecovery } from './session-recovery.js';
import type { SessionService } from './session-service.interface.js';
import { StreamRequests } from './stream-requests.js';
import type { SessionStreamTable } from './streams/session-stream-table.js';

/** What legacy requests are served with. */
export interface LegacyRequestParts {
  readonly dispatcher: McpDispatcher;
  readonly sessions: SessionRegistry;
  readonly versions: LegacyVersions;
  readonly streams: SessionStreamTable;
  readonly keeper: SessionKeeper;
  readonly recovery: SessionRecovery;
  readonly limits: BatchLimits;
  readonly tags: RequestTags;
}

/**
 * Requests of the handshake era. `initialize` opens a session; every later request names it, and one
 * that names a session of another principal names none.
 */
export class LegacyRequests implements LegacyService, SessionService {
  private readonly streamRequests: StreamRequests;
  private readonly entrance: SessionEntrance;

  constructor(private readonly parts: LegacyRequestParts) {
    const { sessions, versions, streams, recovery } = parts;
    this.streamRequests = new StreamRequests(sessions, streams);
    this.entrance = new SessionEntrance(sessions, versions, recovery);
  }

  get isServed(): boolean {
    return this.parts.versions.isServed;
  }

  async handshake(request: JsonRpcRequest, exchange: HttpExchange): Promise<void> {
    const { versions, sessions, tags } = this.parts;
    if (!versions.accepts(request.id, exchange)) return;
    if (!this.isServed) return versions.refuseHandshake(request, exchange);
    const connection = sessions.open(exchange.principalKey, tags.of(exchange));
    if (connection === undefined) return askLater(exchange, FULL, RETRY_MS, request.id);
    await this.answer(request, connection, exchange);
  }

  /** A request, in the session it names. */
  serve(request: JsonRpcRequest, exchange: HttpExchange): void | Promise<void> {
    return this.entrance.enter(exchange, request.id, (connection) =>
      this.answer(request, connection, exchange),
    );
  }

  serveBatch(values: readonly unknown[], exchange: HttpExchange): void | Promise<void> {
    return this.entrance.enter(exchange, null, (connection) =>
      this.answerBatch(values, connection, exchange),
    );
  }

  /** A notification; without a session there is nothing it could be about. */
  receive(notification: JsonRpcNotification, exchange: HttpExchange): void | Promise<void> {
    if (exchange.headers[SESSION_HEADER] === undefined) return exchange.responder.accept();
    return this.entrance.enter(exchange, null, (connection) => {
      this.parts.sessions.use(connection)();
      this.parts.dispatcher.receive(notification, connection);
      exchange.responder.accept();
    });
  }

  receiveResponse(response: DecodedResponse, exchange: HttpExchange): void | Promise<void> {
    return this.entrance.enter(exchange, null, (connection) => {
      this.parts.sessions.use(connection)();
      this.parts.dispatcher.receiveResponse(response, connection);
      exchange.responder.accept();
    });
  }

  openStream(exchange: HttpExchange): void | Promise<void> {
    return this.entrance.enter(exchange, null, (connection) =>
      this.streamRequests.open(exchange, connection),
    );
  }

  end(exchange: HttpExchange): void | Promise<void> {
    return this.entrance.enter(exchange, null, (connection) => {
      const removal = this.parts.keeper.remove(connection);
      if (removal === undefined) return this.endNow(connection, exchange);
      return removal.then(
        () => this.endNow(connection, exchange),
        () => exchange.responder.refuse(500, NOT_DELETED),
      );
    });
  }

  private endNow(connection: Connection, { responder }: HttpExchange): void {
    this.parts.sessions.end(connection, DELETED);
    responder.answer(null);
  }

  private async answerBatch(
    values: readonly unknown[],
    connection: Connection,
    exchange: HttpExchange,
  ): Promise<void> {
    const { sessions, dispatcher, limits } = this.parts;
    sessions.use(connection)();
    const batch = decodeBatch(values, connection.handshake?.revision, limits);
    if (batch.kind === 'invalid') return exchange.responder.refuse(400, batch.error);
    const release = sessions.serve(connection);
    await serveBatch(
      batch.messages,
      {
        request: (request, outlet) => this.dispatch(request, connection, exchange, outlet),
        notification: (notification) => dispatcher.receive(notification, connection),
        response: (response) => dispatcher.receiveResponse(response, connection),
      },
      exchange.responder,
    );
    release();
  }

  private async answer(
    request: JsonRpcRequest,
    connection: Connection,
    exchange: HttpExchange,
  ): Promise<void> {
    const wasOpen = connection.handshake !== undefined;
    const { sessions } = this.parts;
    const release = sessions.serve(connection);
    const answer = await this.dispatch(request, connection, exchange);
    if (connection.handshake === undefined) sessions.end(connection, REFUSED);
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
      left: exchange.disconnected,
      outlet,
      host: exchange.host,
    });
    const streams = this.parts.streams.of(connection);
    if (streams !== undefined) exchange.responder.streamFrom(streams);
    return this.parts.dispatcher.dispatch(request, context);
  }

  /** The handshake succeeded. */
  private begin(connection: Connection, { responder }: HttpExchange): void {
    const { sessions, streams, keeper } = this.parts;
    // The server may have stopped meanwhile.
    if (sessions.find(connection.id, connection.ownerKey) === undefined) return;
    streams.begin(connection);
    keeper.watch(connection, (since) => sessions.wasUsedSince(since, connection));
    responder.setHeaders({ [SESSION_HEADER]: connection.id });
  }
}

const DELETED: SessionEnd = { reason: 'deleted', detail: 'the client ended the session' };
/** It never began. */
const REFUSED: SessionEnd = { reason: 'failed', detail: 'the handshake failed' };

const internal = (message: string) => ({ code: ErrorCode.InternalError, message });
const FULL = internal('Too many sessions, try again later');
const NOT_DELETED = internal(
  'The session could not be deleted and is still there; try again later',
);
