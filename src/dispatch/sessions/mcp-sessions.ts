import type { McpSession } from './mcp-session.js';
import type { SessionTable } from './session-table.js';

/**
 * The sessions that live in this process (up to 2025-11-25), on every transport. Requests of
 * 2026-07-28 have none; what they listen to is told by `McpNotificationBus`.
 *
 * @publicApi
 */
export class McpSessions {
  readonly #table: SessionTable;

  /** @internal made by the module */
  constructor(table: SessionTable) {
    this.#table = table;
  }

  /** How many there are. */
  get size(): number {
    return this.#table.size;
  }

  /** The session of this id, if it lives here. */
  get<S extends object = Record<string, unknown>>(id: string): McpSession<S> | undefined {
    return this.#table.find(id) as McpSession<object> | undefined as McpSession<S> | undefined;
  }

  /** Every session, the oldest first. */
  list<S extends object = Record<string, unknown>>(): readonly McpSession<S>[] {
    return this.#table.sessions as readonly McpSession<object>[] as readonly McpSession<S>[];
  }
}
