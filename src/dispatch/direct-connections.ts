import type { Observable } from 'rxjs';
import type { McpNotificationBus, PushedMessage } from '../notifications/mcp-notification-bus.js';
import { Connection } from '../sessions/connection.js';
import type { McpTelemetry } from './telemetry/mcp-telemetry.js';

/**
 * Connections of direct callers, by an id of their own choosing. One is remembered while it is
 * listened to or has capabilities; capabilities are bounded, since callers that never listen never
 * leave.
 */
export class DirectConnections {
  private readonly connections = new Map<string, Connection>();
  /** Ids with capabilities, the one that initialized longest ago first. */
  private readonly capable = new Set<string>();

  /** @param onGone called when a connection's subscription ends */
  constructor(
    private readonly bus: McpNotificationBus,
    private readonly maxClientCapabilities: number,
    private readonly telemetry: McpTelemetry,
    private readonly onGone: (connection: Connection) => void,
  ) {}

  /** How many connections' capabilities are remembered. */
  get remembered(): number {
    return this.capable.size;
  }

  /** The connection of this id, new if nothing is remembered of it. */
  find(id: string): Connection {
    return this.connections.get(id) ?? new Connection(id, undefined);
  }

  /** Keeps what `initialize` settled; the connection becomes the newest. */
  remember(connection: Connection): void {
    const { id } = connection;
    if (connection.handshake === undefined) return;
    this.connections.set(id, connection);
    this.capable.delete(id);
    this.capable.add(id);
    while (this.capable.size > this.maxClientCapabilities) this.evict();
  }

  /**
   * The messages of a connection. The first subscription of an id forgets nothing, since a direct
   * caller may initialize before it listens; a second one starts afresh.
   */
  connect(id: string): Observable<PushedMessage> {
    let connection: Connection | undefined;
    return this.bus.connect(id, {
      onStart: () => {
        connection = this.find(id);
        this.connections.set(id, connection);
      },
      onEnd: () => connection && this.drop(connection),
    });
  }

  private drop(connection: Connection): void {
    const { id } = connection;
    this.onGone(connection);
    this.telemetry.emit(() => ({ type: 'dropped', connectionId: id }));
    if (this.connections.get(id) !== connection) return;
    this.connections.delete(id);
    this.capable.delete(id);
  }

  /** Ids nobody listens under go first, the oldest of them first. */
  private evict(): void {
    const ids = [...this.capable];
    const id = ids.find((candidate) => !this.bus.isLive(candidate)) ?? (ids[0] as string);
    this.capable.delete(id);
    const connection = this.connections.get(id);
    if (connection !== undefined) connection.handshake = undefined;
    if (!this.bus.isLive(id)) this.connections.delete(id);
    this.telemetry.emit(() => ({ type: 'client_capabilities_evicted', connectionId: id }));
  }
}
