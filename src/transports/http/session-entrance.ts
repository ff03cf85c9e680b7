import { ErrorCode } from '../../protocol/error-codes.js';
import type { RequestId } from '../../protocol/json-rpc.js';
import type { Connection } from '../../sessions/connection.js';
import type { SessionRegistry } from '../../sessions/session-registry.js';
import { askLater } from './ask-later.js';
import type { HttpExchange } from './http-exchange.js';
import type { LegacyVersions } from './legacy-versions.js';
import type { Recovery, SessionRecovery } from './session-recovery.js';

/** Names the session of a message (2025-03-26 to 2025-11-25, Streamable HTTP), as Node spells it. */
export const SESSION_HEADER = 'mcp-session-id';

/** Serves what was sent in a session that lives. */
type Serve = (connection: Connection) => void | Promise<void>;

/**
 * Finds the session that a message names. One of another principal is not there. An ended session wins
 * over a wrong version: 404 is what makes clients open another one.
 */
export class SessionEntrance {
  constructor(
    private readonly sessions: SessionRegistry,
    private readonly versions: LegacyVersions,
    private readonly recovery: SessionRecovery,
  ) {}

  /**
   * Serves a message in its session, or refuses it: 400 without a session or with a version that is not
   * served, 404 for a session there is not. At once for a session that lives here.
   *
   * @param id of the request, `null` for anything else
   */
  enter(exchange: HttpExchange, id: RequestId | null, serve: Serve): void | Promise<void> {
    const sessionId = exchange.headers[SESSION_HEADER];
    if (sessionId === undefined && !this.versions.accepts(id, exchange)) return undefined;
    if (typeof sessionId !== 'string') return refuseNameless(exchange, id);
    const connection = this.sessions.find(sessionId, exchange.principalKey);
    if (connection !== undefined) return this.admit(connection, exchange, id, serve);
    const recovery = this.recovery.recover(sessionId, exchange);
    if (recovery === undefined) return refuseUnknown(exchange, id);
    return recovery.then((outcome) => {
      if (outcome.kind === 'live') return this.admit(outcome.connection, exchange, id, serve);
      return refuse(outcome, exchange, id);
    });
  }

  private admit(
    connection: Connection,
    exchange: HttpExchange,
    id: RequestId | null,
    serve: Serve,
  ): void | Promise<void> {
    return this.versions.accepts(id, exchange) ? serve(connection) : undefined;
  }
}

function refuseNameless({ responder }: HttpExchange, id: RequestId | null): void {
  responder.refuse(400, invalid('Mcp-Session-Id header is missing; send initialize first'), id);
}

function refuseUnknown({ responder }: HttpExchange, id: RequestId | null): void {
  responder.refuse(404, invalid('Session not found'), id);
}

/** A request is answered with the error; nothing else has an answer, so that its status must tell. */
function refuse(
  recovery: Exclude<Recovery, { kind: 'live' }>,
  exchange: HttpExchange,
  id: RequestId | null,
): void {
  const { responder } = exchange;
  if (recovery.kind === 'absent') return refuseUnknown(exchange, id);
  const { error } = recovery;
  if (recovery.kind === 'later') return askLater(exchange, error, recovery.afterMs, id);
  if (id === null) return responder.refuse(500, error);
  responder.answer({ id, error });
}

const invalid = (message: string) => ({ code: ErrorCode.InvalidRequest, message });
