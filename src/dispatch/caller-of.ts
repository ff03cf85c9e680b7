import type { Caller } from '../authorization/authorizer.interface.js';
import type { RequestContext } from './request-context.interface.js';

/** What a policy may know of a caller. The one place that makes it, for every seam alike. */
export function callerOf(context: RequestContext): Caller {
  const { principal, principalKey, connection, transport } = context;
  return { principal, principalKey, connectionId: connection?.lastingId, transport };
}
