import type { ChangedList } from '../../notifications/mcp-change.js';
import type { McpNotificationBus } from '../../notifications/mcp-notification-bus.js';
import type { RecipientPredicate } from '../../notifications/recipient-selector.js';
import type { Connection } from '../../sessions/connection.js';
import { describeConnection } from '../../sessions/describe-connection.js';

/**
 * Legacy connections that are told of changed lists. One that has not said
 * `notifications/initialized` yet is told afterwards (every legacy revision, Lifecycle).
 */
export class LegacyAudience {
  /** What each connection is still to be told. */
  private readonly members = new Map<Connection, Set<ChangedList>>();

  constructor(private readonly bus: McpNotificationBus) {}

  /** The connection has shaken hands, or is listened to inside this process. */
  join(connection: Connection): void {
    const canJoin = connection.isLasting && !connection.hasEnded;
    if (canJoin && !this.members.has(connection)) this.members.set(connection, new Set());
  }

  /** `notifications/initialized` came. */
  initialized(connection: Connection): void {
    const held = this.members.get(connection);
    if (held === undefined) return;
    connection.isInitialized = true;
    for (const list of held) this.tell(connection, list);
    held.clear();
  }

  leave(connection: Connection): void {
    this.members.delete(connection);
  }

  /** @param isMeant by default everybody is */
  changed(list: ChangedList, isMeant?: RecipientPredicate): void {
    for (const connection of [...this.members.keys()]) {
      if (isMeant !== undefined && !isMeant(describeConnection(connection))) continue;
      this.changedFor(connection, list);
    }
  }

  /** The list of one connection changed. */
  changedFor(connection: Connection, list: ChangedList): void {
    const held = this.members.get(connection);
    if (held === undefined) return;
    if (connection.isInitialized) this.tell(connection, list);
    else held.add(list);
  }

  /** Nobody is told anything any more. */
  close(): void {
    this.members.clear();
  }

  private tell({ address }: Connection, list: ChangedList): void {
    const method = `notifications/${list}/list_changed`;
    this.bus.sendTo(address, { jsonrpc: '2.0', method, params: {} });
  }
}
