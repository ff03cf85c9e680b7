import type { ClientCapabilities } from '../../protocol/client-capabilities.interface.js';
import { readImplementation } from '../../protocol/envelope.js';
import type { JsonObject } from '../../protocol/json.js';
import { isJsonObject } from '../../protocol/json.js';
import { invalidRequest, unsupportedVersion } from '../../protocol/protocol-errors.js';
import type { ServedRevisions } from '../../protocol/revisions/served-revisions.js';
import type { ActiveCall } from '../active-call.js';
import type { MethodHandler } from '../method-handler.interface.js';
import { readString } from '../read-params.js';
import type { ServerIdentity } from '../server-identity.js';
import { capabilitiesFor, serverInfoFor } from '../server-identity.js';
import type { LegacyAudience } from '../subscriptions/legacy-audience.js';
import type { SessionReports } from '../telemetry/session-reports.js';

/**
 * The legacy handshake. A second one on a live connection refreshes client info and capabilities and
 * keeps the version.
 */
export class InitializeHandler implements MethodHandler {
  readonly method = 'initialize';
  readonly access = 'open';
  readonly runs = 'inline';

  constructor(
    private readonly revisions: ServedRevisions,
    private readonly identity: ServerIdentity,
    private readonly audience: LegacyAudience,
    private readonly sessions: SessionReports,
  ) {}

  handle({ params, context }: ActiveCall): JsonObject {
    const { connection } = context;
    if (connection === undefined) throw invalidRequest('initialize needs a connection');
    const requested = readString(params, 'protocolVersion', this.method);
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
    this.audience.join(connection);
    this.sessions.begin(connection, context);
    const { instructions } = this.identity;
    return {
      protocolVersion: revision.version,
      capabilities: capabilitiesFor(this.identity, revision, connection.isLasting),
      serverInfo: serverInfoFor(this.identity, revision),
      ...(instructions !== undefined && { instructions }),
    };
  }
}
