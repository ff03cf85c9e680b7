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
  const header = read(headers, 'mcp-name');
  if (header === undefined) throw missing('Mcp-Name');
  if (!PRINTABLE.test(header)) throw headerMismatch('Mcp-Name has characters outside ASCII');
  const decoded = decodeHeaderValue(header);
  if (decoded === undefined) throw headerMismatch('Mcp-Name is not valid Base64 of UTF-8');
  if (decoded !== name) throw differs('Mcp-Name', decoded, name);
}

function read(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value.trim() : undefined;
}

const missing = (header: string): McpException => headerMismatch(`${header} header is missing`);

const differs = (header: string, got: string, expected: string): McpException =>
  headerMismatch(`${header} header is "${got}", but the body says "${expected}"`);
