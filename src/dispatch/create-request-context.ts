import type { Envelope } from '../protocol/envelope.js';
import type { Revision } from '../protocol/revisions/revision.interface.js';
import type { Connection } from '../sessions/connection.js';
import type { RequestContext } from './request-context.interface.js';

/** The part of a context that depends on the transport only. */
export type ExchangeFacts = Pick<
  RequestContext,
  | 'transport'
  | 'scope'
  | 'principal'
  | 'principalKey'
  | 'disconnected'
  | 'left'
  | 'outlet'
  | 'host'
  | 'parameterHeaders'
  | 'tagsOf'
>;

/**
 * The context of a request on a legacy connection.
 *
 * @param fallback the revision while the handshake has not happened
 */
export function legacyContext(
  connection: Connection,
  fallback: Revision,
  facts: ExchangeFacts,
): RequestContext {
  const { handshake } = connection;
  return {
    ...facts,
    connection,
    revision: handshake?.revision ?? fallback,
    clientInfo: handshake?.clientInfo,
    clientCapabilities: handshake?.clientCapabilities ?? {},
    logLevel: undefined,
  };
}

/** The context of a request that carries its own state. */
export function modernContext(
  envelope: Envelope,
  revision: Revision,
  facts: ExchangeFacts,
): RequestContext {
  const { clientInfo, clientCapabilities, logLevel } = envelope;
  return { ...facts, connection: undefined, revision, clientInfo, clientCapabilities, logLevel };
}
