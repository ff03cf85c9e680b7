import type { Logger } from '@nestjs/common';
import type { Observable } from 'rxjs';
import type { McpNotificationBus, PushedMessage } from '../notifications/mcp-notification-bus.js';
import { Connection } from '../sessions/connection.js';
import { describeConnection } from '../sessions/describe-connection.js';
import type { SessionEnd, SessionEndReason } from '../sessions/session-end.js';
import type { LegacyAudience } from './subscriptions/legacy-audience.js';
import type { McpTelemetry } from './telemetry/mcp-telemetry.js';

/** Callers choose their ids, which may be those of other connections. */
const addressOf = (id: string): string => `direct:${id}`;

/** What direct connections need. */
export interface DirectConnectionParts {
  readonly bus: McpNotificationBus;
  readonly audience: LegacyAudience;
  readonly limits: { readonly maxClientCapabilities: number };
  readonly telemetry: McpTelemetry;
  readonly logger: Logger;
}

/** What becomes of direct connections. */
export interface DirectConnectionEvents {
  /** The subscription of a connection ended. */
  readonly gone: (connection: Connection) => void;
  /** Nothing is remembered of a connection any more; one that comes under its id is another one. */
  readonly forgotten: (connection: Connection, reason: SessionEndReason) => void;
  /** The application ends a connection: its requests are to be answered with an error. */
  readonly stopped: (connection: Connection, detail: string) => void;
}

interface Entry {
  readonly connection: Connection;
  /** Somebody listens to it. */
  isLive: boolean;
  /** Requests of it that are not answered. */
  uses: number;
  /** Why it ends when they are. */
  ending: SessionEndReason | undefined;
}

/**
 * Connections of direct callers, by an id of their own choosing. One is remembered while it is
 * listened to, has capabilities, or has requests under way; capabilities are bounded, since callers
 * that never listen never leave.
 */
export class DirectConnections {
  private readonly entries = new Map<string, Entry>();
  /** Connections the application has ended, whose requests are not answered yet. */
  private readonly stopping = new Map<Connection, Entry>();
  /** Ids with capabilities, the one that initialized longest ago first. */
  private readonly capable = new Set<string>();
  private liveCount = 0;
  private hasWarned = false;

  constructor(
    private readonly parts: DirectConnectionParts,
    private readonly events: DirectConnectionEvents,
  ) {}

  /** How many connections are listened to. */
  get live(): number {
    return this.liveCount;
  }

  /** How many connections' capabilities are remembered. */
  get remembered(): number {
    return this.capable.size;
  }

  /** The connection of this id, if anything is remembered of it. */
  find(id: string): Connection | undefined {
    return this.entries.get(id)?.connection;
  }

  /** The connection of a request; it stays the same for others until each has called `leave`. */
  enter(id: string): Connection {
    const entry = this.entryOf(id);
    entry.uses++;
    return entry.connection;
  }

  /** The request of `enter` is answered. */
  leave(connection: Connection): void {
    const entry = this.known(connection);
    if (entry === undefined) return;
    entry.uses--;
    if (entry.ending !== undefined) return this.endStopped(entry);
    this.forgetUnused(entry);
  }

  /** Keeps what `initialize` settled; the connection becomes the newest. */
  remember(connection: Connection): void {
    if (connection.handshake === undefined || this.current(connection) === undefined) return;
    this.capable.delete(connection.id);
    this.capable.add(connection.id);
    while (this.capable.size > this.parts.limits.maxClientCapabilities) this.evict();
  }

  /** Its handshake came to nothing. */
  unremember(connection: Connection): void {
    if (this.current(connection) !== undefined) this.capable.delete(connection.id);
  }

  /** True while somebody listens to this very connection, and not to a later one of the same id. */
  isLive(connection: Connection): boolean {
    return this.known(connection)?.isLive ?? false;
  }

  /** Sends to this very connection; what is meant for one that ended is dropped. */
  send(connection: Connection, message: PushedMessage): void {
    if (this.isLive(connection)) this.parts.bus.sendTo(connection.address, message);
  }

  /**
   * The messages of a connection. The first subscription of an id forgets nothing, since a direct
   * caller may initialize before it listens; a second one starts afresh.
   */
  connect(id: string): Observable<PushedMessage> {
    return this.parts.bus.connect(addressOf(id), {
      onSubscribed: () => {
        const entry = this.entryOf(id);
        entry.isLive = true;
        this.liveCount++;
        // Nobody inside this process has to say `notifications/initialized`.
        this.parts.audience.join(entry.connection);
        this.parts.audience.initialized(entry.connection);
        return () => this.drop(entry);
      },
      describe: () => {
        const connection = this.find(id);
        return connection && describeConnection(connection);
      },
    });
  }

  /** Forgets everything. */
  close(): void {
    this.entries.clear();
    this.stopping.clear();
    this.capable.clear();
  }

  private entryOf(id: string): Entry {
    const known = this.entries.get(id);
    if (known !== undefined) return known;
    const connection = new Connection(id, undefined, {
      address: addressOf(id),
      transport: 'memory',
    });
    const entry: Entry = { connection, isLive: false, uses: 0, ending: undefined };
    connection.closer = (end) => this.stop(entry, end);
    this.entries.set(id, entry);
    return entry;
  }

  /** Its requests are answered first; whatever comes under its id from now on is another connection. */
  private stop(entry: Entry, { reason, detail }: SessionEnd): void {
    const { connection } = entry;
    if (entry.ending !== undefined) return;
    entry.ending = reason;
    this.remove(connection);
    this.stopping.set(connection, entry);
    this.events.stopped(connection, detail);
    this.endStopped(entry);
  }

  private endStopped({ connection, uses, isLive, ending = 'stopped' }: Entry): void {
    if (uses > 0 || !this.stopping.delete(connection)) return;
    this.events.forgotten(connection, ending);
    if (isLive) this.parts.bus.disconnect(connection.address);
  }

  private remove({ id }: Connection): void {
    this.entries.delete(id);
    this.capable.delete(id);
  }

  /** The entry of a connection that can be reached, or is being answered for the last time. */
  private known(connection: Connection): Entry | undefined {
    return this.current(connection) ?? this.stopping.get(connection);
  }

  private current(connection: Connection): Entry | undefined {
    const entry = this.entries.get(connection.id);
    return entry?.connection === connection ? entry : undefined;
  }

  /** Requests under way keep their connection, which nobody can reach any more. */
  private drop(entry: Entry): void {
    const { connection } = entry;
    const { id } = connection;
    entry.isLive = false;
    this.liveCount--;
    if (this.current(connection) !== undefined) this.remove(connection);
    this.events.forgotten(connection, entry.ending ?? 'disconnected');
    this.events.gone(connection);
    this.parts.telemetry.emit(() => ({ type: 'dropped', connectionId: id }));
  }

  private forgetUnused({ connection, isLive, uses }: Entry): void {
    if (isLive || uses > 0 || this.capable.has(connection.id)) return;
    this.entries.delete(connection.id);
    this.events.forgotten(connection, 'disconnected');
  }

  /** Ids nobody listens under go first, the oldest of them first. The agreed revision stays. */
  private evict(): void {
    const ids = [...this.capable];
    const id = ids.find((candidate) => !this.entries.get(candidate)?.isLive) ?? (ids[0] as string);
    const entry = this.entryOf(id);
    const { connection } = entry;
    this.capable.delete(id);
    connection.handshake &&= { ...connection.handshake, clientCapabilities: {} };
    this.forgetUnused(entry);
    this.parts.telemetry.emit(() => ({ type: 'client_capabilities_evicted', connectionId: id }));
    this.warn();
  }

  private warn(): void {
    if (this.hasWarned) return;
    this.hasWarned = true;
    this.parts.logger.warn(
      `The capabilities of a direct connection were forgotten: limits.maxClientCapabilities ` +
        `(${this.parts.limits.maxClientCapabilities}) is met. Said once.`,
    );
  }
}
