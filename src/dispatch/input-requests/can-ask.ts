import type { ClientCapabilities } from '../../protocol/client-capabilities.interface.js';
import type { RequestContext } from '../request-context.interface.js';
import { isDeclared } from './client-needs.js';

/**
 * True when the person at this client can be asked: the client declared form elicitation, its
 * revision has it, and something leads back to it. Read when it is needed, since a connection may
 * have changed meanwhile.
 */
export function canAsk(context: RequestContext): boolean {
  const { revision, connection, outlet } = context;
  if (revision.elicitation === undefined) return false;
  if (connection !== undefined && !outlet.isOpen) return false;
  return isDeclared('elicitation.form', currentCapabilities(context));
}

/** What the client declares now: a second `initialize` may have changed it. */
export function currentCapabilities(context: RequestContext): ClientCapabilities {
  const { connection, clientCapabilities } = context;
  return connection === undefined
    ? clientCapabilities
    : (connection.handshake?.clientCapabilities ?? {});
}
