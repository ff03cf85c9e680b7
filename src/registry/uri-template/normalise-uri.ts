import { normaliseEscapes } from './normalise-escapes.js';

/**
 * The form in which a URI and the literals of a template are compared. The scheme is lowered, the
 * host is not: RFC 3986 makes the scheme case-insensitive for every URI (3.1), while `users://Alice`
 * only looks like a host (3.2.2) and its case is data to the author.
 */
export function normaliseUri(uri: string): string {
  const scheme = /^[A-Za-z][A-Za-z0-9+.-]*:/.exec(uri)?.[0] ?? '';
  return scheme.toLowerCase() + normaliseEscapes(uri.slice(scheme.length));
}
