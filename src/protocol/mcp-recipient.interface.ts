import type { McpTags } from './mcp-tags.js';
import type { TransportName } from './transport-name.js';

/**
 * Somebody the server may tell something: a connection up to 2025-11-25, a `subscriptions/listen` in
 * 2026-07-28.
 *
 * @publicApi
 */
export interface McpRecipient {
  /** Id of the session, as `McpSessions` knows it; `undefined` for a listen. */
  readonly id: string | undefined;
  /** Key of the principal it belongs to; `undefined` if it is nobody's. */
  readonly principalKey: string | undefined;
  /** What the application said of it: option `http.tags`, and `tag()`. */
  readonly tags: McpTags;
  readonly transport: TransportName;
  /** Its revision, such as `2025-11-25`; `undefined` before the handshake. */
  readonly protocolVersion: string | undefined;
}
