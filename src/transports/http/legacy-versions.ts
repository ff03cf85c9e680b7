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
   * False after refusing a request whose revision its session knows, or `initialize` settles. Any served
   * legacy version is accepted, as clients send slightly wrong ones; nonsense is not.
   */
  accepts(id: RequestId | null, exchange: HttpExchange): boolean {
    const version = versionOf(exchange);
    if (version === undefined || this.find(version) !== undefined) return true;
    exchange.responder.refuse(400, this.unsupported(version), id);
    return false;
  }

  /**
   * The revision of a request of which nothing else is known, or `undefined` after refusing it. Without
   * the header it is the newest that has no such header.
   */
  require(id: RequestId | null, exchange: HttpExchange): Revision | undefined {
    const version = versionOf(exchange);
    const revision = version === undefined ? this.withoutHeader() : this.find(version);
    if (revision !== undefined) return revision;
    const error = this.unsupported(version ?? ASSUMED_LEGACY_REVISION.version);
    const words = version === undefined ? 'MCP-Protocol-Version is missing. ' : '';
    exchange.responder.refuse(400, { ...error, message: `${words}${error.message}` }, id);
    return undefined;
  }

  /** The revision of a conversation of which only a later request is known. */
  suppose(exchange: HttpExchange): Revision | undefined {
    const version = versionOf(exchange);
    return version === undefined ? this.revisions.legacy[0] : this.find(version);
  }

  /** The only diagnosis a legacy client can show when its era is not served. */
  refuseHandshake({ id, params }: JsonRpcRequest, { responder }: HttpExchange): void {
    const { protocolVersion } = params;
    const requested = typeof protocolVersion === 'string' ? protocolVersion : 'none';
    responder.refuse(400, this.unsupported(requested), id);
  }

  /** The legacy revision of this version, if it is served. */
  find(version: string): Revision | undefined {
    return this.revisions.legacy.find((revision) => revision.version === version);
  }

  private withoutHeader(): Revision | undefined {
    return this.revisions.legacy.find(({ hasVersionHeader }) => !hasVersionHeader);
  }

  private unsupported(requested: string) {
    const served = this.revisions.all.map(({ version }) => version);
    return unsupportedVersion(served, requested).toErrorObject();
  }
}

function versionOf({ headers }: HttpExchange): string | undefined {
  const version = headers['mcp-protocol-version'];
  return version === undefined ? undefined : String(version);
}
