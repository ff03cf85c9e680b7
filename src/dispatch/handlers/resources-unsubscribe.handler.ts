import type { JsonObject } from '../../protocol/json.js';
import type { ActiveCall } from '../active-call.js';
import type { MethodHandler } from '../method-handler.interface.js';
import { readString } from '../read-params.js';
import type { LegacySubscriptions } from '../subscriptions/legacy-subscriptions.js';

/**
 * Ends a subscription of a legacy connection; one there is not is fine. Open: whoever may not read any
 * more must still be able to stop listening.
 */
export class ResourcesUnsubscribeHandler implements MethodHandler {
  readonly method = 'resources/unsubscribe';
  readonly access = 'open';
  readonly runs = 'inline';
  readonly capability = 'resources';
  readonly capabilityFlag = 'subscribe';
  readonly needsLasting = true;

  constructor(private readonly subscriptions: LegacySubscriptions) {}

  check(params: JsonObject): void {
    readString(params, 'uri', this.method);
  }

  handle({ params, context: { connection } }: ActiveCall): JsonObject {
    const uri = readString(params, 'uri', this.method);
    if (connection !== undefined) this.subscriptions.unsubscribe(connection, uri);
    return {};
  }
}
