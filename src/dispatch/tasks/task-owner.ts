import type { Connection } from '../../sessions/connection.js';
import type { RequestContext } from '../request-context.interface.js';

/**
 * Whose a task is that a request begins: its principal's, else its session's. A request without either
 * begins tasks that belong to whoever knows their id (2025-11-25, Tasks: Security; extension: Security
 * Considerations).
 */
export function taskOwner({ principalKey, connection }: RequestContext): string | undefined {
  if (principalKey !== undefined) return `principal:${principalKey}`;
  return connection?.isLasting === true ? sessionOwner(connection) : undefined;
}

/** How a session without a principal owns tasks. */
export const sessionOwner = ({ address }: Connection): string => `session:${address}`;
