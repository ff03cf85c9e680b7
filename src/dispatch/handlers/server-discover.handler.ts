import type { JsonObject } from '../../protocol/json.js';
import type { ServedRevisions } from '../../protocol/revisions/served-revisions.js';
import type { ActiveCall } from '../active-call.js';
import type { MethodHandler } from '../method-handler.interface.js';
import type { ServerIdentity } from '../server-identity.js';
import { capabilitiesFor } from '../server-identity.js';

/** What the server can do, for clients without a handshake (2026-07-28, Discover). */
export class ServerDiscoverHandler implements MethodHandler {
  readonly method = 'server/discover';
  readonly access = 'open';
  readonly runs = 'inline';

  constructor(
    private readonly revisions: ServedRevisions,
    private readonly identity: ServerIdentity,
  ) {}

  handle({ context }: ActiveCall): JsonObject {
    const { instructions } = this.identity;
    return {
      supportedVersions: this.revisions.modernVersions,
      capabilities: capabilitiesFor(this.identity, context.revision),
      ...(instructions !== undefined && { instructions }),
    };
  }
}
