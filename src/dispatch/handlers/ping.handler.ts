import type { JsonObject } from '../../protocol/json.js';
import type { MethodHandler } from '../method-handler.interface.js';

/** Answers at once, whatever else is going on. */
export class PingHandler implements MethodHandler {
  readonly method = 'ping';
  readonly access = 'open';
  readonly runs = 'inline';

  handle(): JsonObject {
    return {};
  }
}
