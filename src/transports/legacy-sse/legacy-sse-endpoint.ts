import type { DecodedMessage } from '../../protocol/decode-message.js';
import { decodeMessage } from '../../protocol/decode-message.js';
import { hasEnvelope } from '../../protocol/envelope.js';
import { ErrorCode } from '../../protocol/error-codes.js';
import type { JsonRpcErrorObject, RequestId } from '../../protocol/json-rpc.js';
import { NOTHING, STREAM } from '../http/accept-demand.js';
import type { HttpExchange } from '../http/http-exchange.js';
import type { HttpGate, PlatformExchange } from '../http/http-gate.js';
import type { RequestTags } from '../http/request-tags.js';
import type { MessagesUriOptions } from './messages-uri.js';
import { messagesUri } from './messages-uri.js';
import type { SseConnection } from './sse-connection.js';
import type { SseConnections } from './sse-connections.js';

/** What the endpoint is made of. */
export interface LegacySseParts {
  readonly gate: HttpGate;
  readonly connections: SseConnections;
  readonly uri: MessagesUriOptions;
  readonly tags: RequestTags;
}

/**
 * The HTTP+SSE transport of 2024-11-05: a client opens a stream with GET, is told there where to post
 * its messages, and reads every answer from the stream. A POST says only whether its message was
 * taken.
 */
export class LegacySseEndpoint {
  constructor(private readonly parts: LegacySseParts) {}

  /** GET: opens a stream. Returns at once; the response is ours from here on. */
  open(given: PlatformExchange): void {
    this.parts.gate.admit(given, (exchange) => this.connect(exchange), STREAM);
  }

  /** HEAD: there is nothing to be had without a stream. */
  refuseHead(given: PlatformExchange): void {
    this.parts.gate.admit(given, refuseMethod, NOTHING);
  }

  /** POST: one message of a client. Returns at once; the response is ours from here on. */
  post(given: PlatformExchange): void {
    this.parts.gate.admit(given, (exchange) => this.readMessage(exchange), NOTHING);
  }

  private connect({ responder, principalKey, ...exchange }: HttpExchange): void {
    const { connections, uri, tags } = this.parts;
    const connection = connections.open(
      principalKey,
      (id) => responder.openStream(id),
      tags.of(exchange),
    );
    if (connection === undefined) return responder.refuse(503, TOO_MANY);
    connection.announce(messagesUri(requestedUrl(exchange), connection.id, uri));
  }

  private async readMessage(exchange: HttpExchange): Promise<void> {
    const { responder } = exchange;
    const body = await this.parts.gate.readBody(exchange);
    if (body === undefined) return;
    if (Array.isArray(body.json)) return this.readBatch(body.json, exchange);
    const message = decodeMessage(body.json);
    if (message.kind === 'invalid') return responder.refuse(400, message.error, message.id);
    const request = message.kind === 'request' ? message.request : undefined;
    const connection = this.findConnection(exchange, request?.id ?? null);
    if (connection === undefined) return;
    const refusal = request && connection.refusalOf([request]);
    if (refusal !== undefined) return responder.refuse(refusal.status, refusal.error, request?.id);
    responder.accept();
    if (request && hasEnvelope(request.params)) connection.refuseEnvelope(request);
    else await connection.receive([message], exchange);
  }

  /** A batch is taken as a whole or not at all, since its POST has one status. */
  private async readBatch(values: readonly unknown[], exchange: HttpExchange): Promise<void> {
    const { responder } = exchange;
    const connection = this.findConnection(exchange, null);
    if (connection === undefined) return;
    const batch = connection.decodeBatch(values);
    if (batch.kind === 'invalid') return responder.refuse(400, batch.error);
    const { messages } = batch;
    // The stream has no answers without an id.
    const nameless = messages.find(hasNoId);
    if (nameless !== undefined) return responder.refuse(400, nameless.error);
    const requests = messages.flatMap((one) => (one.kind === 'request' ? [one.request] : []));
    const refusal = connection.refusalOf(requests);
    if (refusal !== undefined) return responder.refuse(refusal.status, refusal.error);
    responder.accept();
    await connection.receive(messages, exchange);
  }

  /**
   * The connection a message is for, or `undefined` after refusing it. One of another principal is not
   * there: the id stands in a URL, which is no place for a secret.
   */
  private findConnection(exchange: HttpExchange, id: RequestId | null): SseConnection | undefined {
    const { responder, principalKey } = exchange;
    const sessionId = sessionIdOf(requestedUrl(exchange));
    if (sessionId === undefined) {
      responder.refuse(400, invalid('The query needs one sessionId, as the stream announced'), id);
      return undefined;
    }
    const connection = this.parts.connections.find(sessionId, principalKey);
    if (connection === undefined) responder.refuse(404, invalid('Session not found'), id);
    return connection;
  }
}

/** The target of a request as the client wrote it; middlewares of Express may have shortened it since. */
function requestedUrl({ raw, host }: Pick<HttpExchange, 'raw' | 'host'>): string {
  const { originalUrl } = host.request as { readonly originalUrl?: unknown };
  return typeof originalUrl === 'string' ? originalUrl : (raw.url ?? '');
}

function sessionIdOf(url: string): string | undefined {
  const [, query = ''] = url.split('?', 2);
  const [id, ...others] = new URLSearchParams(query).getAll('sessionId');
  return others.length > 0 ? undefined : id;
}

const hasNoId = (
  message: DecodedMessage,
): message is Extract<DecodedMessage, { readonly kind: 'invalid' }> =>
  message.kind === 'invalid' && message.id === null;

function refuseMethod({ raw, responder }: HttpExchange): void {
  responder.setHeaders({ allow: 'GET' });
  responder.refuse(405, invalid(`${raw.method} is not supported`));
}

const TOO_MANY: JsonRpcErrorObject = {
  code: ErrorCode.InternalError,
  message: 'Too many sessions, try again later',
};

const invalid = (message: string): JsonRpcErrorObject => ({
  code: ErrorCode.InvalidRequest,
  message,
});
