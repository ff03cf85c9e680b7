import type { Type } from '@nestjs/common';
import type { EventStore } from './event-store.interface.js';

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
}
