import type { JsonObject } from '../../protocol/json.js';
import { invalidRequest } from '../../protocol/protocol-errors.js';
import type { CallCatalogues } from '../catalogue/call-catalogues.js';
import type { ActiveCall } from '../active-call.js';
import { resourceNotFound } from '../failures/read-failure.js';
import type { MethodHandler } from '../method-handler.interface.js';
import { readString } from '../read-params.js';
import type { LegacySubscriptions } from '../subscriptions/legacy-subscriptions.js';
import { servesResource } from '../subscriptions/serves-resource.js';

/** Subscribes a legacy connection to a resource that there is. */
export class ResourcesSubscribeHandler implements MethodHandler {
  readonly method = 'resources/subscribe';
  readonly access = 'read';
  readonly runs = 'inline';
  readonly capability = 'resources';
  readonly capabilityFlag = 'subscribe';
  readonly needsLasting = true;

  constructor(
    private readonly catalogues: CallCatalogues,
    private readonly subscriptions: LegacySubscriptions,
  ) {}

  check(params: JsonObject): void {
    readString(params, 'uri', this.method);
  }

  handle(call: ActiveCall): JsonObject {
    const { params, context } = call;
    const { connection, revision } = context;
    if (connection === undefined) throw invalidRequest(`${this.method} needs a connection`);
    const uri = readString(params, 'uri', this.method);
    if (!servesResource(this.catalogues.of(call), uri)) throw resourceNotFound(uri, revision);
    this.subscriptions.subscribe(connection, uri, call);
    return {};
  }
}
