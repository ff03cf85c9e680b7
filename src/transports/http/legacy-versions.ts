import type { JsonRpcRequest, RequestId } from '../../protocol/json-rpc.js';
import { unsupportedVersion } from '../../protocol/protocol-errors.js';
import type { Revision } from '../../protocol/revisions/revision.interface.js';
import { ASSUMED_LEGACY_REVISION } from '../../protocol/revisions/revisions.js';
import type { ServedRevisions } from '../../protocol/revisions/served-revisions.js';
import type { HttpExchange } from './http-exchange.js';

/** What `MCP-Protocol-Version` means in the handshake era (2025-06-18 and later, Transports). */
export class LegacyVersions {
  constructor(private readonly revisions: ServedRevisions) {}

  /** Whether there is a legacy era at all. */
  get isServed(): boolean {
    return this.revisions.legacy.length > 0;
  }

  /**
   * False after refusing the request. Any served legacy version is accepted, as clients send slightly
   * wrong ones; nonsense is not.
   */
  accepts(id: RequestId | null, { headers, responder }: HttpExchange): boolean {
    const version = headers['mcp-protocol-version'];
    if (version === undefined || this.revisions.find(String(version))?.era === 'legacy') {
      return true;
    }
    const error = unsupportedVersion(this.all(), String(version));
    responder.refuse(400, error.toErrorObject(), id);
    return false;
  }

  /** The revision of a request of which nothing else is known. */
  named({ headers }: HttpExchange): Revision {
    const version = headers['mcp-protocol-version'];
    const named = typeof version === 'string' ? this.revisions.find(version) : undefined;
    return named ?? this.revisions.find(ASSUMED_LEGACY_REVISION.version) ?? this.newest();
  }

  /** The only diagnosis a legacy client can show when its era is not served. */
  refuseHandshake({ id, params }: JsonRpcRequest, { responder }: HttpExchange): void {
    const { protocolVersion } = params;
    const requested = typeof protocolVersion === 'string' ? protocolVersion : 'none';
    const error = unsupportedVersion(this.all(), requested);
    responder.refuse(400, error.toErrorObject(), id);
  }

  private newest(): Revision {
    return this.revisions.legacy[0] ?? ASSUMED_LEGACY_REVISION;
  }

  private all(): readonly string[] {
    return this.revisions.all.map(({ version }) => version);
  }
}
