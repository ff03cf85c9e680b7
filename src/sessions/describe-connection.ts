import type { McpRecipient } from '../protocol/mcp-recipient.interface.js';
import type { Connection } from './connection.js';

/** A connection as selectors see it, now. */
export const describeConnection = (connection: Connection): McpRecipient => ({
  id: connection.address,
  principalKey: connection.ownerKey,
  tags: connection.tags,
  transport: connection.transport,
  protocolVersion: connection.handshake?.revision.version,
});
