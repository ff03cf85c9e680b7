import type { Caller } from '../../authorization/authorizer.interface.js';
import type { McpNotificationBus } from '../../notifications/mcp-notification-bus.js';
import { invalidRequest } from '../../protocol/protocol-errors.js';
import { normaliseUri } from '../../registry/uri-template/normalise-uri.js';
import type { Connection } from '../../sessions/connection.js';
import { describeConnection } from '../../sessions/describe-connection.js';
import type { ActiveCall } from '../active-call.js';
import { callerOf } from '../caller-of.js';
import type { BusyReports } from '../slots/busy-reports.js';
import type { ResourceSubscriptions } from './resource-subscriptions.js';

/** `resources/subscribe` and `resources/unsubscribe`: the connection remembers, the bus delivers. */
export class LegacySubscriptions {
  constructor(
    private readonly subscriptions: ResourceSubscriptions,
    private readonly bus: McpNotificationBus,
    private readonly busy: BusyReports,
    private readonly maxSubscriptions: number,
  ) {}

  /**
   * Subscribing again changes nothing but who is asked about.
   *
   * @throws BusyError when the connection has as many subscriptions as it may have
   */
  subscribe(connection: Connection, uri: string, call: ActiveCall): void {
    // A request may outlast its connection, after which nobody would remove what it adds.
    if (connection.hasEnded) throw invalidRequest('The connection has ended');
    const caller = callerOf(call.context);
    const known = this.subscriptions.find(connection, uri);
    if (known !== undefined) {
      known.caller = caller;
      return;
    }
    if (connection.subscriptions.size >= this.maxSubscriptions) {
      throw this.busy.refusal('subscriptions', this.maxSubscriptions, call);
    }
    this.add(connection, uri, caller);
    connection.changed();
  }

  /** Brings back what a stored session was subscribed to, as much of it as it may have. */
  restore(connection: Connection, uris: readonly string[], caller: Caller): void {
    for (const uri of uris.slice(0, this.maxSubscriptions)) this.add(connection, uri, caller);
  }

  private add(connection: Connection, uri: string, caller: Caller): void {
    connection.subscriptions.set(normaliseUri(uri), uri);
    this.subscriptions.add({
      owner: connection,
      uri,
      caller,
      describe: () => describeConnection(connection),
      send: () =>
        this.bus.sendTo(connection.address, {
          jsonrpc: '2.0',
          method: 'notifications/resources/updated',
          params: { uri },
        }),
    });
  }

  /** An unknown subscription is fine. */
  unsubscribe(connection: Connection, uri: string): void {
    connection.subscriptions.delete(normaliseUri(uri));
    this.subscriptions.remove(connection, uri);
    connection.changed();
  }

  /** The connection is over. */
  end(connection: Connection): void {
    this.subscriptions.removeAll(connection, connection.subscriptions.values());
    connection.subscriptions.clear();
  }
}
