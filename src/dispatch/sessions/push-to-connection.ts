import type { McpNotificationBus } from '../../notifications/mcp-notification-bus.js';
import type { JsonRpcNotification } from '../../protocol/json-rpc.js';
import type { Connection } from '../../sessions/connection.js';

/**
 * Sends on the stream of a connection. One that has ended gets nothing: by now its address may be that
 * of another.
 */
export function pushToConnection(
  bus: McpNotificationBus,
  connection: Connection,
  notification: JsonRpcNotification,
): void {
  if (!connection.hasEnded) bus.sendTo(connection.address, notification);
}
