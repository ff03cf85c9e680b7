import type { RecipientOptions } from '../../notifications/recipient-selector.js';
import { readSelector, toPredicate } from '../../notifications/recipient-selector.js';
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

  /**
   * Every session that is meant, the oldest first.
   *
   * @throws TypeError for a `where` that is neither a function nor an object of tags
   */
  list<S extends object = Record<string, unknown>>(
    options: RecipientOptions = {},
  ): readonly McpSession<S>[] {
    const where = readSelector(options);
    const { sessions } = this.#table;
    const meant = where === undefined ? sessions : sessions.filter(toPredicate(where));
    return meant as readonly McpSession<object>[] as readonly McpSession<S>[];
  }

  /** How many sessions are meant. Throws as `list` does. */
  count(options: Required<RecipientOptions>): number {
    return this.list(options).length;
  }
}
