import type { IncomingHttpHeaders } from 'node:http';
import type { JsonRpcRequest } from '../../protocol/json-rpc.js';
import type { McpException } from '../../protocol/mcp.exception.js';
import { headerMismatch } from '../../protocol/protocol-errors.js';
import { decodeHeaderValue } from './header-sentinel.js';

/** What may stand in a header; everything else is encoded. */
const PRINTABLE = /^[\t\x20-\x7e]*$/;

/**
 * `MCP-Protocol-Version` must be present and equal to the envelope's.
 *
 * @throws McpException `-32020`
 */
export function checkVersionHeader(headers: IncomingHttpHeaders, version: string): void {
  const header = read(headers, 'mcp-protocol-version');
  if (header === undefined) throw missing('MCP-Protocol-Version');
  if (header !== version) throw differs('MCP-Protocol-Version', header, version);
}

/**
 * `Mcp-Method` must be present and equal to the method, and `Mcp-Name` to the member of `params` it
 * mirrors, where the method has one (2026-07-28, Streamable HTTP: required headers).
 *
 * @throws McpException `-32020`
 */
export function checkRoutingHeaders(
  headers: IncomingHttpHeaders,
  { method, params }: JsonRpcRequest,
  routingMember: string | undefined,
): void {
  const methodHeader = read(headers, 'mcp-method');
  if (methodHeader === undefined) throw missing('Mcp-Method');
  if (methodHeader !== method) throw differs('Mcp-Method', methodHeader, method);
  const name = routingMember === undefined ? undefined : params[routingMember];
  // A name that is not a string is the params' fault, and reported as such later.
  if (typeof name === 'string') checkName(headers, name);
}

function checkName(headers: IncomingHttpHeaders, name: string): void {
  const header = headers['mcp-name'];
  if (typeof header !== 'string') throw missing('Mcp-Name');
  const decoded = decodeMirrored('Mcp-Name', header);
  if (decoded !== name) throw differs('Mcp-Name', decoded, name);
}

/**
 * The value of a header that may be encoded, without the whitespace around it.
 *
 * @throws McpException `-32020` for characters that belong into Base64, and for broken Base64
 */
export function decodeMirrored(header: string, value: string): string {
  if (!PRINTABLE.test(value)) throw headerMismatch(`${header} header has characters outside ASCII`);
  const decoded = decodeHeaderValue(value.trim());
  if (decoded === undefined) throw headerMismatch(`${header} header is not valid Base64 of UTF-8`);
  return decoded;
}

/** Only spaces and tabs are whitespace in a header; `trim()` knows more, which stays and differs. */
function read(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  if (typeof value !== 'string') return undefined;
  return PRINTABLE.test(value) ? value.trim() : value;
}

const missing = (header: string): McpException => headerMismatch(`${header} header is missing`);

const differs = (header: string, got: string, expected: string): McpException =>
  headerMismatch(`${header} header is "${got}", but the body says "${expected}"`);
