import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { HostArguments } from '../../registry/handlers/host-arguments.interface.js';
import type { ResolvedPrincipal } from '../../authorization/principal-resolver.js';
import type { HttpResponder } from './http-responder.js';

/** One HTTP request that passed the endpoint's own checks, and the way to answer it. */
export interface HttpExchange extends ResolvedPrincipal {
  readonly raw: IncomingMessage;
  readonly headers: IncomingHttpHeaders;
  readonly responder: HttpResponder;
  /** What Nest's enhancers see. */
  readonly host: HostArguments;
  /** Aborted when the client leaves before the answer is complete. */
  readonly disconnected: AbortSignal;
}
