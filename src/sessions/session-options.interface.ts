import type { Type } from '@nestjs/common';
import type { EventStore } from './event-store.interface.js';
import type { SessionStore } from './session-store.interface.js';

/**
 * The `sessions` option: how sessions over HTTP are kept (2025-03-26 to 2025-11-25).
 *
 * @publicApi
 */
export interface SessionOptions {
  /**
   * Keeps messages for clients that lost their connection: an object, or a class that some module
   * provides. Default: in this process. `false`: nothing is kept, events have no ids, and clients
   * cannot resume.
   */
  readonly eventStore?: EventStore | Type<EventStore> | false;

  /**
   * Keeps sessions beyond this process, so that clients go on after a restart: an object, or a class that
   * some module provides. Default: none, and sessions end with the process.
   */
  readonly store?: SessionStore | Type<SessionStore>;
  /**
   * What becomes of a session that does not live in this process when a client names it.
   *
   * - `stored` (default): it goes on if it is in the store and its owner asks; else the client gets a
   *   404 and begins anew
   * - `never`: always the 404
   * - `always`: one that is not in the store is begun anew under the same id, without client info,
   *   capabilities, state and subscriptions. The client does not learn that they are lost, and chooses
   *   the id, so use it only where sessions hold nothing
   */
  readonly autoRecover?: 'never' | 'stored' | 'always';
}
