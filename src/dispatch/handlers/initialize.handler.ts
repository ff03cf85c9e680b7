import type { ClientCapabilities } from '../../protocol/client-capabilities.interface.js';
import { readImplementation } from '../../protocol/envelope.js';
import type { JsonObject } from '../../protocol/json.js';
import { isJsonObject } from '../../protocol/json.js';
import { invalidRequest, unsupportedVersion } from '../../protocol/protocol-errors.js';
import type { Revision } from '../../protocol/revisions/revision.interface.js';
import type { ServedRevisions } from '../../protocol/revisions/served-revisions.js';
import type { Connection } from '../../sessions/connection.js';
import type { ActiveCall } from '../active-call.js';
import type { MethodHandler } from '../method-handler.interface.js';
import { readString } from '../read-params.js';
import type { ServerIdentity } from '../server-identity.js';
import { capabilitiesFor, serverInfoFor } from '../server-identity.js';
import type { SessionLifecycle } from '../sessions/session-lifecycle.js';

/**
 * The legacy handshake. A second one on a live connection refreshes client info and capabilities and
 * keeps the version.
 */
export class InitializeHandler implements MethodHandler {
  readonly method = 'initialize';
  readonly access = 'open';

  constructor(
    private readonly revisions: ServedRevisions,
    private readonly identity: ServerIdentity,
    private readonly lifecycle: SessionLifecycle,
  ) {}

  get runs(): 'inline' | 'slot' {
    return this.asksApplication ? 'slot' : 'inline';
  }

  handle(call: ActiveCall): JsonObject | Promise<JsonObject> {
    const { params, context } = call;
    const { connection } = context;
    if (connection === undefined) throw invalidRequest('initialize needs a connection');
    const requested = readString(params, 'protocolVersion', this.method);
    const isFirst = connection.handshake === undefined;
    const revision = connection.handshake?.revision ?? this.revisions.negotiate(requested);
    if (revision === undefined) {
      throw unsupportedVersion(this.revisions.modernVersions, requested);
    }
    connection.handshake = {
      revision,
      clientInfo: readImplementation(params.clientInfo),
      clientCapabilities: (isJsonObject(params.capabilities)
        ? params.capabilities
        : {}) as ClientCapabilities,
    };
    call.shakeHands(connection.handshake);
    if (this.asksApplication) return this.settle(call, connection, isFirst);
    if (isFirst) this.lifecycle.openAtOnce(call);
    return this.resultFor(revision, connection, this.identity.instructions);
  }

  private get asksApplication(): boolean {
    return this.lifecycle.runsCode || this.lifecycle.instructs;
  }

  /** The session is new, or only what is known of its client changed. */
  private async settle(
    call: ActiveCall,
    connection: Connection,
    isFirst: boolean,
  ): Promise<JsonObject> {
    const { lifecycle, identity } = this;
    const instructions = await (isFirst ? lifecycle.open(call) : lifecycle.instructionsFor(call));
    return this.resultFor(
      call.context.revision,
      connection,
      lifecycle.instructs ? instructions : identity.instructions,
    );
  }

  private resultFor(
    revision: Revision,
    connection: Connection,
    instructions: string | undefined,
  ): JsonObject {
    return {
      protocolVersion: revision.version,
      capabilities: capabilitiesFor(this.identity, revision, connection.isLasting),
      serverInfo: serverInfoFor(this.identity, revision),
      ...(instructions !== undefined && { instructions }),
    };
  }
}
