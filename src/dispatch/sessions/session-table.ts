import type { Connection } from '../../sessions/connection.js';
import type { SessionEndReason } from '../../sessions/session-end.js';
import type { SessionCallbackParts } from '../hooks/session-callbacks.js';
import { SessionCallbacks } from '../hooks/session-callbacks.js';
import type { McpSessionStart } from '../telemetry/instrumentation.interface.js';
import type { SessionReportParts } from '../telemetry/session-report.js';
import { SessionReport } from '../telemetry/session-report.js';
import { McpSession } from './mcp-session.js';
import { SessionScope } from './session-scope.js';

/** What sessions need of their server. */
export interface SessionTableParts extends SessionCallbackParts, SessionReportParts {}

interface Entry {
  readonly callbacks: SessionCallbacks;
  readonly session: McpSession;
  readonly report: SessionReport;
}

/** Legacy connections that have begun and are not over, on every transport. */
export class SessionTable {
  private readonly entries = new Map<Connection, Entry>();
  private readonly byId = new Map<string, Entry>();
  /** Of connections whose session the application has not let begin yet. */
  private readonly expected = new Map<Connection, SessionCallbacks>();
  /** Ends the application is still being told of. */
  private readonly ending = new Set<Promise<void>>();

  constructor(private readonly parts: SessionTableParts) {}

  get size(): number {
    return this.entries.size;
  }

  get sessions(): readonly McpSession[] {
    return [...this.entries.values()].map(({ session }) => session);
  }

  find(id: string): McpSession | undefined {
    return this.byId.get(id)?.session;
  }

  /** What serves the hooks of a connection, while it is a session or is to be one. */
  callbacksOf(connection: Connection): SessionCallbacks | undefined {
    return this.entries.get(connection)?.callbacks ?? this.expected.get(connection);
  }

  /** A connection is to become a session; what is handed to its hooks meanwhile waits. */
  expect(connection: Connection): void {
    this.expected.set(connection, new SessionCallbacks(connection, this.parts));
  }

  /** It does not become one. */
  refuse(connection: Connection): void {
    this.expected.get(connection)?.discard();
    this.expected.delete(connection);
  }

  /** What the session of a connection began with, if it is one. */
  startOf(connection: Connection): McpSessionStart | undefined {
    return this.entries.get(connection)?.report.start;
  }

  /** A connection that has shaken hands is a session; one that is over by now was one for a moment. */
  add(connection: Connection): void {
    const expected = this.expected.get(connection);
    this.expected.delete(connection);
    const { handshake, endReason } = connection;
    if (endReason !== undefined) {
      if (expected !== undefined) this.track(expected.terminate(endReason));
      return;
    }
    if (handshake === undefined || this.entries.has(connection)) return;
    const callbacks = expected ?? new SessionCallbacks(connection, this.parts);
    const report = new SessionReport(connection, handshake, this.parts);
    const entry = { callbacks, session: new McpSession(callbacks), report };
    this.entries.set(connection, entry);
    this.byId.set(connection.address, entry);
    report.begin();
  }

  /**
   * A connection is over; the application is told once.
   *
   * @param running its requests that go on, and may still write to its state
   */
  end(connection: Connection, reason: SessionEndReason, running?: Promise<void>): void {
    SessionScope.find(connection)?.end();
    const entry = this.entries.get(connection);
    if (entry === undefined) return;
    this.entries.delete(connection);
    if (this.byId.get(connection.address) === entry) this.byId.delete(connection.address);
    entry.report.end(reason);
    this.track(entry.callbacks.terminate(reason, running));
  }

  /** Ends every session. */
  endAll(reason: SessionEndReason): void {
    for (const connection of [...this.entries.keys()]) this.end(connection, reason);
  }

  /** Waits for something the application is being told when a session ends. */
  track(telling: Promise<void>): void {
    this.ending.add(telling);
    void telling.finally(() => this.ending.delete(telling));
  }

  /** Resolves when the application has been told of every end so far. */
  async settled(): Promise<void> {
    await Promise.all(this.ending);
  }
}
