import type { Logger } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PrincipalResolver } from '../../authorization/principal-resolver.js';
import type { Clock } from '../../protocol/clock.js';
import { ErrorCode } from '../../protocol/error-codes.js';
import type { JsonRpcErrorObject } from '../../protocol/json-rpc.js';
import type { DroppedMessages } from '../dropped-messages.js';
import type { TransportReports } from '../transport-reports.js';
import { EITHER } from './accept-demand.js';
import type { AcceptedTypes } from './accepted-types.js';
import { readAccepted } from './accepted-types.js';
import type { BodyInbox } from './body-inbox.js';
import { exposeHeaders } from './expose-headers.js';
import type { HttpExchange } from './http-exchange.js';
import type { HttpPlatform } from './http-platform.interface.js';
import { HttpResponder } from './http-responder.js';
import type { OriginPolicy } from './origin-policy.js';
import type { EventStreamOptions } from './streams/event-stream.js';

/** What the gate is made of. */
export interface GateParts {
  readonly inbox: BodyInbox;
  readonly origins: OriginPolicy;
  readonly principals: PrincipalResolver;
  readonly clock: Clock;
  readonly limits: EventStreamOptions['limits'];
  readonly dropped: DroppedMessages;
  readonly reports: TransportReports;
  readonly logger: Logger;
}

/** A request and response of the web framework, as Nest hands them to a route. */
export interface PlatformExchange {
  readonly request: object;
  readonly response: object;
  readonly next: unknown;
}

type Serve = (exchange: HttpExchange) => void | Promise<void>;

const ANYTHING: AcceptedTypes = { json: true, stream: true };

/**
 * Stands in front of every endpoint of one server, behind guards and CORS: takes the response over
 * and checks what concerns HTTP and no message.
 */
export class HttpGate {
  private isClosing = false;

  constructor(
    private readonly parts: GateParts,
    private readonly platform: () => HttpPlatform,
  ) {}

  /** Lets a request through to `serve`, or answers it. Returns at once; the response is ours. */
  admit(given: PlatformExchange, serve: Serve, demand = EITHER): void {
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

  /** The JSON in the body; `undefined` after refusing it, or when the client has left. */
  async readBody({ raw, responder, host }: HttpExchange): Promise<{ json: unknown } | undefined> {
    const unsupported = unsupportedBody(raw);
    if (unsupported !== undefined) return void responder.refuse(415, invalid(unsupported));
    const body = await this.parts.inbox.take(raw, (host.request as { body?: unknown }).body);
    if (body.kind === 'json') return { json: body.value };
    if (body.kind === 'too-large') refuseTooLarge(responder);
    if (body.kind === 'malformed') {
      responder.refuse(400, { code: ErrorCode.ParseError, message: body.reason });
    }
    return undefined;
  }

  /** From now on every request is refused, so that the server can close. */
  close(): void {
    this.isClosing = true;
  }

  private async serveSafely(
    given: PlatformExchange,
    raw: IncomingMessage,
    response: ServerResponse,
    responder: HttpResponder,
    serve: Serve,
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

  private respondTo(response: ServerResponse, accepts: AcceptedTypes): HttpResponder {
    const { clock, limits, dropped, reports } = this.parts;
    return new HttpResponder(response, { clock, limits, dropped, reports, accepts });
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
