import type { Logger } from '@nestjs/common';
import type { PrincipalResolver } from '../../authorization/principal-resolver.js';
import type { Clock } from '../../protocol/clock.js';
import { decodeMessage } from '../../protocol/decode-message.js';
import { ErrorCode } from '../../protocol/error-codes.js';
import type { JsonRpcErrorObject } from '../../protocol/json-rpc.js';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AcceptedTypes } from './accepted-types.js';
import { readAccepted } from './accepted-types.js';
import type { BodyInbox } from './body-inbox.js';
import { classifyRequest } from './classify-request.js';
import type { DroppedMessages } from '../dropped-messages.js';
import type { EventStreamOptions } from './streams/event-stream.js';
import { exposeHeaders } from './expose-headers.js';
import type { HttpExchange } from './http-exchange.js';
import type { HttpPlatform } from './http-platform.interface.js';
import { HttpResponder } from './http-responder.js';
import type { LegacyRequests } from './legacy-requests.js';
import type { ModernRequests } from './modern-requests.js';
import type { OriginPolicy } from './origin-policy.js';

/** What the endpoint is made of. */
export interface EndpointParts {
  readonly inbox: BodyInbox;
  readonly origins: OriginPolicy;
  readonly principals: PrincipalResolver;
  readonly legacy: LegacyRequests;
  readonly modern: ModernRequests;
  readonly clock: Clock;
  readonly limits: EventStreamOptions['limits'];
  readonly dropped: DroppedMessages;
  readonly logger: Logger;
}

/** A request and response of the web framework, as Nest hands them to a route. */
export interface PlatformExchange {
  readonly request: object;
  readonly response: object;
  readonly next: unknown;
}

const ANYTHING: AcceptedTypes = { json: true, stream: true };

/** What a client must accept, so that a method can be answered. */
interface Demand {
  readonly words: string;
  readonly isMet: (accepts: AcceptedTypes | undefined) => boolean;
}

const EITHER: Demand = {
  words: 'application/json or text/event-stream',
  isMet: (accepts) => accepts !== undefined,
};

const STREAM: Demand = {
  words: 'text/event-stream',
  isMet: (accepts) => accepts?.stream === true,
};

/** For answers without a body, and for refusals that say more than 406 does. */
const NOTHING: Demand = { words: '', isMet: () => true };

/**
 * The Streamable HTTP endpoint, behind guards and CORS: checks what concerns HTTP, sorts the message,
 * and hands requests to their era.
 */
export class HttpEndpoint {
  private isClosing = false;

  constructor(
    private readonly parts: EndpointParts,
    private readonly platform: () => HttpPlatform,
  ) {}

  /** POST: one message of a client. Returns at once; the response is ours from here on. */
  post(given: PlatformExchange): void {
    this.begin(given, (exchange) => this.readMessage(given, exchange));
  }

  /** DELETE: the end of a session. */
  delete(given: PlatformExchange): void {
    const { legacy } = this.parts;
    if (!legacy.isServed) return this.refuseMethod(given);
    this.begin(given, (exchange) => legacy.end(exchange));
  }

  /** GET: a stream of a session. */
  get(given: PlatformExchange): void {
    const { legacy } = this.parts;
    if (!legacy.isServed) return this.refuseMethod(given);
    this.begin(given, (exchange) => legacy.openStream(exchange), STREAM);
  }

  /** Methods that the endpoint does not have. */
  refuseMethod(given: PlatformExchange): void {
    const refuse = ({ raw, responder }: HttpExchange) => {
      responder.setHeaders({ allow: this.methods });
      responder.refuse(405, invalid(`${raw.method} is not supported`));
    };
    this.begin(given, refuse, NOTHING);
  }

  /** OPTIONS, where no CORS middleware has answered it. */
  options(given: PlatformExchange): void {
    const answer = ({ responder }: HttpExchange) => {
      responder.setHeaders({ allow: this.methods });
      responder.answer(null);
    };
    this.begin(given, answer, NOTHING);
  }

  /** From now on every request is refused, so that the server can close. */
  close(): void {
    this.isClosing = true;
  }

  private begin(
    given: PlatformExchange,
    serve: (exchange: HttpExchange) => void | Promise<void>,
    demand = EITHER,
  ): void {
    const raw = this.platform().rawRequest(given.request);
    const response = this.platform().takeResponse(given.response);
    exposeHeaders(raw, response);
    const accepts = readAccepted(raw.headers.accept);
    const responder = this.respondTo(response, accepts ?? ANYTHING);
    const refusal = this.parts.origins.refusal(raw);
    if (this.isClosing) return refuseClosing(responder);
    if (refusal !== undefined) return this.refuseOrigin(refusal, responder);
    if (!demand.isMet(accepts)) {
      return responder.refuse(406, invalid(`Accept must allow ${demand.words}`));
    }
    void this.serveSafely(given, raw, response, responder, serve);
  }

  private async serveSafely(
    given: PlatformExchange,
    raw: IncomingMessage,
    response: ServerResponse,
    responder: HttpResponder,
    serve: (exchange: HttpExchange) => void | Promise<void>,
  ): Promise<void> {
    try {
      await serve(this.exchangeOf(given, raw, response, responder));
    } catch (thrown) {
      this.parts.logger.error(thrown instanceof Error ? (thrown.stack ?? thrown.message) : thrown);
      if (response.headersSent) response.end();
      else
        responder.refuse(500, { code: ErrorCode.InternalError, message: 'Internal server error' });
    }
  }

  private exchangeOf(
    given: PlatformExchange,
    raw: IncomingMessage,
    response: ServerResponse,
    responder: HttpResponder,
  ): HttpExchange {
    return {
      ...this.parts.principals.resolve(given.request),
      raw,
      headers: raw.headers,
      responder,
      host: { contextType: 'http', ...given },
      disconnected: abortedOnDisconnect(response),
    };
  }

  private async readMessage(given: PlatformExchange, exchange: HttpExchange): Promise<void> {
    const { responder, raw } = exchange;
    const unsupported = unsupportedBody(raw);
    if (unsupported !== undefined) return responder.refuse(415, invalid(unsupported));
    const body = await this.parts.inbox.take(raw, (given.request as { body?: unknown }).body);
    if (body.kind === 'aborted') return;
    if (body.kind === 'too-large') return refuseTooLarge(responder);
    if (body.kind === 'malformed') {
      return responder.refuse(400, { code: ErrorCode.ParseError, message: body.reason });
    }
    await this.serveMessage(body.value, exchange);
  }

  private async serveMessage(value: unknown, exchange: HttpExchange): Promise<void> {
    const { legacy, modern } = this.parts;
    const message = decodeMessage(value);
    if (message.kind === 'invalid') {
      return exchange.responder.refuse(400, message.error, message.id);
    }
    if (message.kind === 'ignored') return exchange.responder.accept();
    if (message.kind === 'response') return legacy.receiveResponse(message, exchange);
    if (message.kind === 'notification') return legacy.receive(message.notification, exchange);
    const { request } = message;
    const kind = classifyRequest(request, exchange.headers, legacy.isServed);
    if (kind === 'modern') return modern.serve(request, exchange);
    if (kind === 'handshake') return legacy.handshake(request, exchange);
    return legacy.serve(request, exchange);
  }

  private respondTo(response: ServerResponse, accepts: AcceptedTypes): HttpResponder {
    const { clock, limits, dropped } = this.parts;
    return new HttpResponder(response, { clock, limits, dropped, accepts });
  }

  /** What `Allow` says. */
  private get methods(): string {
    return this.parts.legacy.isServed ? 'GET, POST, DELETE' : 'POST';
  }

  private refuseOrigin(reason: string, responder: HttpResponder): void {
    this.parts.logger.warn(`Refused a request with 403: ${reason}`);
    responder.refuse(403, invalid(reason));
  }
}

/** Why a body cannot be read, judged by its headers. */
function unsupportedBody({ headers }: IncomingMessage): string | undefined {
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/json') {
    return 'Content-Type must be application/json';
  }
  const encoding = headers['content-encoding'] ?? 'identity';
  return encoding.toLowerCase() === 'identity' ? undefined : 'Content-Encoding is not supported';
}

function abortedOnDisconnect(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const onClose = () => {
    if (!response.writableFinished) controller.abort();
  };
  // A slow guard may have outlasted the client.
  if (response.closed) onClose();
  else response.once('close', onClose);
  return controller.signal;
}

/** The rest of the body is still on its way, so the connection cannot be used again. */
function refuseTooLarge(responder: HttpResponder): void {
  responder.setHeaders({ connection: 'close' });
  responder.refuse(413, invalid('The body is too large; see the option limits.bodyLimit'));
}

function refuseClosing(responder: HttpResponder): void {
  responder.setHeaders({ connection: 'close' });
  responder.refuse(503, { code: ErrorCode.InternalError, message: 'The server is shutting down' });
}

const invalid = (message: string): JsonRpcErrorObject => ({
  code: ErrorCode.InvalidRequest,
  message,
});
