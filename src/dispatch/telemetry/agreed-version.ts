import type { RequestContext } from '../request-context.interface.js';

/** The version of a request; `undefined` before a handshake has agreed on one. */
export function agreedVersion({ connection, revision }: RequestContext): string | undefined {
  const isAgreed = connection === undefined || connection.handshake !== undefined;
  return isAgreed ? revision.version : undefined;
}
