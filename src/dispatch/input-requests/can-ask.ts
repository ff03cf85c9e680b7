import type { ClientCapabilities } from '../../protocol/client-capabilities.interface.js';
import { clientSupports } from '../../protocol/client-capability.js';
import type { RequestContext } from '../request-context.interface.js';

/**
 * True when the person at this client can be asked: the client declared form elicitation, its
 * revision has it, and something leads back to it. Read when it is needed, since a connection may
 * have changed meanwhile.
 */
export function canAsk(context: RequestContext): boolean {
  const { revision, connection, outlet } = context;
  if (connection !== undefined && !outlet.isOpen) return false;
  return clientSupports('elicitation.form', revision, currentCapabilities(context));
}

/** What the client declares now: a second `initialize` may have changed it. */
export function currentCapabilities(context: RequestContext): ClientCapabilities {
  const { connection, clientCapabilities } = context;
  return connection === undefined
    ? clientCapabilities
    : (connection.handshake?.clientCapabilities ?? {});
}
