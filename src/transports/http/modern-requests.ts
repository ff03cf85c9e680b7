import { modernContext } from '../../dispatch/create-request-context.js';
import type { McpDispatcher } from '../../dispatch/mcp-dispatcher.js';
import { resolveModernRevision } from '../../dispatch/resolve-modern-revision.js';
import { parseEnvelope } from '../../protocol/envelope.js';
import type { JsonRpcRequest } from '../../protocol/json-rpc.js';
import { invalidRequest, methodNotFound } from '../../protocol/protocol-errors.js';
import { McpException } from '../../protocol/mcp.exception.js';
import type { Revision } from '../../protocol/revisions/revision.interface.js';
import type { ServedRevisions } from '../../protocol/revisions/served-revisions.js';
import type { RequestContext } from '../../dispatch/request-context.interface.js';
import type { HttpExchange } from './http-exchange.js';
import { HttpParameterHeaders } from './http-parameter-headers.js';
import { checkRoutingHeaders, checkVersionHeader } from './mirrored-headers.js';
import { answerStatus, refusalStatus } from './modern-status.js';
import type { RequestTags } from './request-tags.js';

/**
 * Requests of the stateless era. Every one carries its own state; a client that leaves cancels what
 * it asked for (2026-07-28, Streamable HTTP).
 */
export class ModernRequests {
  constructor(
    private readonly dispatcher: McpDispatcher,
    private readonly revisions: ServedRevisions,
    private readonly tags: RequestTags,
  ) {}

  async serve(request: JsonRpcRequest, exchange: HttpExchange): Promise<void> {
    let context: RequestContext;
    try {
      context = this.readContext(request, exchange);
    } catch (thrown) {
      if (!(thrown instanceof McpException)) throw thrown;
      return exchange.responder.refuse(refusalStatus(thrown), thrown.toErrorObject(), request.id);
    }
    const needsStream = this.dispatcher.isStream(request.method, context.revision);
    if (needsStream && !exchange.responder.isOpen) return refuseWithoutStream(request, exchange);
    const answer = await this.dispatcher.dispatch(request, context);
    exchange.responder.answer(answer, answerStatus(answer, request.method));
  }

  /** The checks in the order in which a broken rule wins. */
  private readContext(request: JsonRpcRequest, exchange: HttpExchange): RequestContext {
    const { headers } = exchange;
    const envelope = parseEnvelope(request.params);
    checkVersionHeader(headers, envelope.protocolVersion);
    const revision = resolveModernRevision(envelope, this.revisions);
    checkRoutingHeaders(headers, request, this.dispatcher.routingMember(request.method, revision));
    this.requireMethod(request, revision);
    return modernContext(envelope, revision, {
      transport: 'http',
      scope: undefined,
      principal: exchange.principal,
      principalKey: exchange.principalKey,
      disconnected: exchange.disconnected,
      outlet: exchange.responder,
      host: exchange.host,
      parameterHeaders: new HttpParameterHeaders(exchange.raw),
      tagsOf: this.tags.tagsOf,
    });
  }

  private requireMethod({ method }: JsonRpcRequest, revision: Revision): void {
    if (!this.dispatcher.serves(method, revision)) throw methodNotFound(method);
  }
}

/** What has to be streamed cannot be had by a client that takes no stream; it would wait for ever. */
function refuseWithoutStream({ id, method }: JsonRpcRequest, { responder }: HttpExchange): void {
  const error = invalidRequest(`Accept must allow text/event-stream for ${method}`);
  responder.refuse(406, error.toErrorObject(), id);
}
