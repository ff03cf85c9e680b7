import type { ClientCapabilities } from '../../protocol/client-capabilities.interface.js';
import { isJsonObject } from '../../protocol/json.js';
import type { RequestContext } from '../request-context.interface.js';

/**
 * True when the person at this client can be asked: the client declared form elicitation, its
 * revision has it, and something leads back to it. Read when it is needed, since a connection may
 * have changed meanwhile.
 */
export function canAsk(context: RequestContext): boolean {
  const { revision, connection, outlet } = context;
  if (!revision.hasElicitation) return false;
  if (connection === undefined) return declaresForms(context.clientCapabilities);
  return outlet.isOpen && declaresForms(connection.handshake?.clientCapabilities ?? {});
}

/** An empty object means forms; a client that lists only `url` cannot show one (2025-11-25). */
function declaresForms({ elicitation }: ClientCapabilities): boolean {
  if (!isJsonObject(elicitation)) return false;
  return elicitation.form !== undefined || elicitation.url === undefined;
}
