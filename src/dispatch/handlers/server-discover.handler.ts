import type { JsonObject } from '../../protocol/json.js';
import type { ServedRevisions } from '../../protocol/revisions/served-revisions.js';
import type { ActiveCall } from '../active-call.js';
import type { MethodHandler } from '../method-handler.interface.js';
import type { ServerIdentity } from '../server-identity.js';
import type { SessionLifecycle } from '../sessions/session-lifecycle.js';
import { capabilitiesFor } from '../server-identity.js';

/** What the server can do, for clients without a handshake (2026-07-28, Discover). */
export class ServerDiscoverHandler implements MethodHandler {
  readonly method = 'server/discover';
  readonly access = 'open';

  constructor(
    private readonly revisions: ServedRevisions,
    private readonly identity: ServerIdentity,
    private readonly lifecycle: SessionLifecycle,
  ) {}

  get runs(): 'inline' | 'slot' {
    return this.lifecycle.instructs ? 'slot' : 'inline';
  }

  handle(call: ActiveCall): JsonObject | Promise<JsonObject> {
    const { lifecycle, identity } = this;
    if (!lifecycle.instructs) return this.resultFor(call, identity.instructions);
    return lifecycle.instructionsFor(call).then((text) => ({
      ...this.resultFor(call, text),
      // They are for this client (2026-07-28, Caching).
      cacheScope: 'private',
    }));
  }

  private resultFor({ context }: ActiveCall, instructions: string | undefined): JsonObject {
    return {
      supportedVersions: this.revisions.modernVersions,
      capabilities: capabilitiesFor(this.identity, context.revision),
      ...(instructions !== undefined && { instructions }),
    };
  }
}
