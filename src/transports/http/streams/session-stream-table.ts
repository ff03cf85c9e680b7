import type { Logger } from '@nestjs/common';
import type { Subscription } from 'rxjs';
import type { McpNotificationBus } from '../../../notifications/mcp-notification-bus.js';
import type { Clock } from '../../../protocol/clock.js';
import type { IdGenerator } from '../../../protocol/id-generator.js';
import type { Connection } from '../../../sessions/connection.js';
import { describeConnection } from '../../../sessions/describe-connection.js';
import type { EventStore } from '../../../sessions/event-store.interface.js';
import type { SessionStreamLimits } from './session-streams.js';
import { SessionStreams } from './session-streams.js';

/** What the table is made of. */
export interface SessionStreamTableParts {
  readonly bus: McpNotificationBus;
  readonly limits: SessionStreamLimits;
  /** Known only once the application's classes exist. */
  readonly store: () => EventStore | undefined;
  readonly clock: Clock;
  readonly nextId: IdGenerator;
  readonly logger: Logger;
}

interface Entry {
  readonly streams: SessionStreams;
  readonly pushed: Subscription;
}

/**
 * The streams of every session. A session takes what is pushed to it for its whole life, so that
 * nothing is lost between two connections.
 */
export class SessionStreamTable {
  private readonly entries = new Map<Connection, Entry>();
  private hasWarned = false;

  constructor(private readonly parts: SessionStreamTableParts) {}

  /** Sessions with streams; zero at rest. */
  get size(): number {
    return this.entries.size;
  }

  /**
   * A session begins.
   *
   * @param isRestored true when it began in another process
   */
  begin(connection: Connection, { isRestored = false } = {}): void {
    const { bus, limits, store, clock, nextId } = this.parts;
    const streams = new SessionStreams({
      sessionId: connection.id,
      store: store(),
      isRestored,
      hasPolling: connection.handshake?.revision.hasStreamPolling ?? false,
      limits,
      clock,
      nextId,
      onFull: () => this.warn(),
    });
    const messages$ = bus.connect(connection.address, {
      describe: () => describeConnection(connection),
    });
    const pushed = messages$.subscribe((message) => {
      // Answers never go to the standalone stream (every legacy revision, Streamable HTTP).
      if ('method' in message) void streams.standalone.send(message);
    });
    this.entries.set(connection, { streams, pushed });
  }

  /** The streams of a session that lives. */
  of(connection: Connection): SessionStreams | undefined {
    return this.entries.get(connection)?.streams;
  }

  /** A session ended. */
  end(connection: Connection): void {
    const entry = this.entries.get(connection);
    this.entries.delete(connection);
    entry?.pushed.unsubscribe();
    entry?.streams.end();
  }

  private warn(): void {
    if (this.hasWarned) return;
    this.hasWarned = true;
    this.parts.logger.warn(
      'A call got no stream, so its notifications were dropped: limits.maxStreamsPerSession ' +
        `(${this.parts.limits.maxStreamsPerSession}) is met. Said once.`,
    );
  }
}
