import type { IncomingMessage } from 'node:http';

/** What clients in a web page must be able to read. */
const EXPOSED = ['Mcp-Session-Id', 'WWW-Authenticate'];

const HEADER = 'access-control-expose-headers';

/** The headers of a response that is not sent yet. */
export interface ResponseHeaders {
  hasHeader(name: string): boolean;
  getHeader(name: string): unknown;
  setHeader(name: string, value: string): unknown;
}

/**
 * Lets a page read our headers, in addition to those the application exposes, if its CORS middleware
 * let the page pass. Where there is none, nothing is opened.
 */
export function exposeHeaders({ headers }: IncomingMessage, response: ResponseHeaders): void {
  if (headers.origin === undefined || !response.hasHeader('access-control-allow-origin')) return;
  const given = [response.getHeader(HEADER) ?? []].flat().flatMap((value) => listOf(String(value)));
  const known = new Set(given.map((name) => name.toLowerCase()));
  const missing = EXPOSED.filter((name) => !known.has(name.toLowerCase()));
  if (missing.length > 0) response.setHeader(HEADER, [...given, ...missing].join(', '));
}

const listOf = (value: string): string[] =>
  value
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
