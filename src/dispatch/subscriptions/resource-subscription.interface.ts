import type { Caller } from '../../authorization/authorizer.interface.js';
import type { McpRecipient } from '../../protocol/mcp-recipient.interface.js';

/** Somebody wants to know when one resource changes. */
export interface ResourceSubscription {
  /** The connection or listen it belongs to and ends with. */
  readonly owner: object;
  /** As the client wrote it, which is how it recognises the notification. */
  readonly uri: string;
  /** Who subscribed, for the policy. */
  caller: Caller;
  /** Its owner, as selectors see it. */
  describe(): McpRecipient;
  /** Sends the notification. */
  send(): void;
}
