import type { IncomingHttpHeaders } from 'node:http';
import { hasEnvelope } from '../../protocol/envelope.js';
import type { JsonRpcRequest } from '../../protocol/json-rpc.js';
import { REVISIONS } from '../../protocol/revisions/revisions.js';

/** How a request is to be served. */
export type RequestClass = 'modern' | 'handshake' | 'session';

/**
 * Decides the era of a request by its envelope and headers. The method counts only for `initialize`
 * without an envelope, which is what opens a legacy conversation (2026-07-28, Versioning). One that
 * names a session refreshes that session.
 *
 * @param servesLegacy whether there is a legacy era to fall back to
 */
export function classifyRequest(
  request: JsonRpcRequest,
  headers: IncomingHttpHeaders,
  servesLegacy: boolean,
): RequestClass {
  if (hasEnvelope(request.params) || namesModernVersion(headers)) return 'modern';
  const isInitialize = request.method === 'initialize';
  if (!servesLegacy) return isInitialize ? 'handshake' : 'modern';
  if (claimsModernEra(headers)) return 'modern';
  return isInitialize && !namesSession(headers) ? 'handshake' : 'session';
}

/** True when the headers are those of a revision without a handshake. */
export function claimsModernEra(headers: IncomingHttpHeaders): boolean {
  const hasLegacyEvidence = namesSession(headers) || headers['mcp-protocol-version'] !== undefined;
  return namesModernVersion(headers) || (headers['mcp-method'] !== undefined && !hasLegacyEvidence);
}

const namesSession = (headers: IncomingHttpHeaders): boolean =>
  headers['mcp-session-id'] !== undefined;

function namesModernVersion(headers: IncomingHttpHeaders): boolean {
  const version = headers['mcp-protocol-version'];
  return REVISIONS.some((revision) => revision.era === 'modern' && revision.version === version);
}
