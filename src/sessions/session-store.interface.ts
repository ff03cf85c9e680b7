import type { ClientCapabilities } from '../protocol/client-capabilities.interface.js';
import type { Implementation } from '../protocol/implementation.interface.js';
import type { McpTags } from '../protocol/mcp-tags.js';
import type { JsonObject } from '../protocol/json.js';
import type { LogLevel } from '../protocol/log-level.js';

/**
 * What is kept of one session (2025-03-26 to 2025-11-25, Streamable HTTP: session management). All of
 * it is JSON. No header, principal or token is in it; what the client says of itself and what the
 * application keeps in `ctx.state` is.
 *
 * @publicApi
 */
export interface StoredSession {
  /** Version of this form. Records of older ones are read, those of newer ones count as not there. */
  readonly v: 1;
  /** The `Mcp-Session-Id`; whoever knows it and is its owner may use the session. */
  readonly id: string;
  /** Id of the server it is a session of, since several may share a store; absent for `default`. */
  readonly server?: string;
  /** Key of the principal it belongs to; absent if it is nobody's. */
  readonly ownerKey?: string;
  /** The negotiated revision, such as `2025-11-25`. */
  readonly protocolVersion: string;
  /** Absent for a client that does not say what it is. */
  readonly clientInfo?: Implementation;
  readonly clientCapabilities: ClientCapabilities;
  /** True once the client has said `notifications/initialized`. */
  readonly isInitialized: boolean;
  /** Threshold of log messages; absent until the client sets one. */
  readonly logLevel?: LogLevel;
  /** Entries in one page of its lists; absent where it is that of the server. */
  readonly pageSize?: number;
  /** What the application tells it apart by; absent where that is nothing. */
  readonly tags?: McpTags;
  /** `ctx.state`, as `hooks.serializeState` makes it. */
  readonly state: JsonObject;
  /** URIs of the resources it is subscribed to, as the client wrote them. */
  readonly subscriptions: readonly string[];
}

/**
 * Keeps sessions beyond the process they live in, so that clients go on after a restart: option
 * `sessions.store`.
 *
 * The methods of one session are called one after the other. Each may take `limits.storeTimeoutMs`;
 * then, and when it rejects, it counts as failed: this is logged once until the store works again, and
 * the session goes on. Only a DELETE fails with its `delete`.
 *
 * @publicApi
 */
export interface SessionStore {
  /** Keeps a record in place of an earlier one of its id, for `ttlMs` milliseconds from now. */
  save(session: StoredSession, ttlMs: number): Promise<void>;
  /** The record of this id; `undefined` if there is none, or its time is over. */
  load(id: string): Promise<StoredSession | undefined>;
  /** Forgets a record; one there is not is fine. */
  delete(id: string): Promise<void>;
  /** Keeps a record for `ttlMs` milliseconds from now. Resolves with false if there is none. */
  touch(id: string, ttlMs: number): Promise<boolean>;
  /** Ids of all records whose time is not over, for the application; the server does not call it. */
  list(): Promise<readonly string[]>;
}
