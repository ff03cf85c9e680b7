import type { RequestContext } from './request-context.interface.js';

/**
 * Whose share a request counts against: the principal's, else the connection's. Anonymous requests
 * without a connection cannot be told apart and share only the bounds of all.
 */
export function fairnessKey({ principalKey, connection }: RequestContext): string | undefined {
  if (principalKey !== undefined) return `principal:${principalKey}`;
  return connection === undefined ? undefined : `connection:${connection.id}`;
}
