import type { Clock } from '../../protocol/clock.js';
import type { Connection } from '../../sessions/connection.js';
import type { SessionEndReason } from '../../sessions/session-end.js';
import type { TransportName } from '../../protocol/transport-name.js';
import type { GuardedInstrumentation } from './guarded-instrumentation.js';
import type { McpSessionStart, McpSessionTrace } from './instrumentation.interface.js';
import type { McpTelemetry } from './mcp-telemetry.js';

interface Session {
  readonly start: McpSessionStart;
  readonly at: number;
  readonly instrumentation: GuardedInstrumentation | undefined;
  readonly trace: McpSessionTrace | undefined;
}

/** Tells telemetry and the instrumentation of each legacy conversation, and of its one end. */
export class SessionReports {
  private readonly open = new Map<object, Session>();

  constructor(
    private readonly telemetry: McpTelemetry,
    private readonly instrumentation: () => GuardedInstrumentation | undefined,
    private readonly clock: Clock,
  ) {}

  /** How many are open; zero at rest. */
  get size(): number {
    return this.open.size;
  }

  /** What the session of this connection began with, if it has one. */
  find(connection: object | undefined): McpSessionStart | undefined {
    return connection && this.open.get(connection)?.start;
  }

  /** A client has shaken hands. A second time, and on a connection that does not last, nothing begins. */
  begin(connection: Connection, transport: TransportName): void {
    const { handshake, isLasting, hasEnded } = connection;
    if (handshake === undefined || !isLasting || hasEnded || this.open.has(connection)) return;
    const { revision, clientInfo } = handshake;
    const start: McpSessionStart = {
      sessionId: connection.id,
      transport,
      protocolVersion: revision.version,
      principalKey: connection.ownerKey,
      clientInfo,
    };
    const instrumentation = this.instrumentation();
    const trace = instrumentation?.beginSession(start);
    this.open.set(connection, { start, at: this.clock.monotonic(), instrumentation, trace });
    this.telemetry.emit(() => ({
      type: 'session_begun',
      protocolVersion: start.protocolVersion,
      clientInfo,
      ...factsOf(start),
    }));
  }

  /** Nothing ends that has not begun, or has ended. */
  end(connection: object, reason: SessionEndReason): void {
    const session = this.open.get(connection);
    if (session === undefined) return;
    this.open.delete(connection);
    const { start, instrumentation, trace } = session;
    const durationMs = this.clock.monotonic() - session.at;
    instrumentation?.end(trace, { reason, durationMs });
    this.telemetry.emit(() => ({ type: 'session_ended', reason, durationMs, ...factsOf(start) }));
  }
}

const factsOf = ({ transport, sessionId: connectionId, principalKey }: McpSessionStart) => ({
  transport,
  connectionId,
  principalKey,
});
