import type { Clock } from '../../protocol/clock.js';
import type { Connection, Handshake } from '../../sessions/connection.js';
import type { SessionEndReason } from '../../sessions/session-end.js';
import type { GuardedInstrumentation } from './guarded-instrumentation.js';
import type { McpSessionStart, McpSessionTrace } from './instrumentation.interface.js';
import type { McpTelemetry } from './mcp-telemetry.js';

/** What sessions are reported with. */
export interface SessionReportParts {
  readonly telemetry: McpTelemetry;
  /** `undefined` where the application gave none. Known only once its classes exist. */
  readonly instrumentation: () => GuardedInstrumentation | undefined;
  readonly clock: Clock;
}

/** Tells telemetry and the instrumentation that a legacy conversation begins, and of its one end. */
export class SessionReport {
  /** What it began with. */
  readonly start: McpSessionStart;
  private readonly beganAt: number;
  private readonly instrumentation: GuardedInstrumentation | undefined;
  private trace: McpSessionTrace | undefined;

  constructor(
    { id, transport, ownerKey }: Connection,
    { revision, clientInfo }: Handshake,
    private readonly parts: SessionReportParts,
  ) {
    this.start = {
      sessionId: id,
      transport,
      protocolVersion: revision.version,
      principalKey: ownerKey,
      clientInfo,
    };
    this.instrumentation = parts.instrumentation();
    this.beganAt = parts.clock.monotonic();
  }

  /** Called once; so is `end`. */
  begin(): void {
    const { start } = this;
    this.trace = this.instrumentation?.beginSession(start);
    this.parts.telemetry.emit(() => ({
      type: 'session_begun',
      protocolVersion: start.protocolVersion,
      clientInfo: start.clientInfo,
      ...factsOf(start),
    }));
  }

  end(reason: SessionEndReason): void {
    const { telemetry, clock } = this.parts;
    const durationMs = clock.monotonic() - this.beganAt;
    this.instrumentation?.end(this.trace, { reason, durationMs });
    telemetry.emit(() => ({ type: 'session_ended', reason, durationMs, ...factsOf(this.start) }));
  }
}

const factsOf = ({ transport, sessionId: connectionId, principalKey }: McpSessionStart) => ({
  transport,
  connectionId,
  principalKey,
});
