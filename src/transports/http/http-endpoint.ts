import { decodeMessage } from '../../protocol/decode-message.js';
import { ErrorCode } from '../../protocol/error-codes.js';
import { classifyRequest } from './classify-request.js';
import type { HttpExchange } from './http-exchange.js';
import type { HttpGate, PlatformExchange } from './http-gate.js';
import type { LegacyRequests } from './legacy-requests.js';
import type { ModernRequests } from './modern-requests.js';

/** What the endpoint is made of. */
export interface EndpointParts {
  readonly gate: HttpGate;
  readonly legacy: LegacyRequests;
  readonly modern: ModernRequests;
}

/** The Streamable HTTP endpoint, behind its gate: sorts messages and hands requests to their era. */
export class HttpEndpoint {
  constructor(private readonly parts: EndpointParts) {}

  /** POST: one message of a client. Returns at once; the response is ours from here on. */
  post(given: PlatformExchange): void {
    this.parts.gate.admit(given, (exchange) => this.readMessage(exchange));
  }

  /** DELETE: the end of a session. */
  delete(given: PlatformExchange): void {
    this.parts.gate.admit(given, (exchange) =>
      this.parts.legacy.isServed ? this.parts.legacy.end(exchange) : this.refuseMethod(exchange),
    );
  }

  /** GET: there is no stream to be had here yet, which clients understand by this very status. */
  get(given: PlatformExchange): void {
    this.parts.gate.admit(given, (exchange) => this.refuseMethod(exchange));
  }

  private async readMessage(exchange: HttpExchange): Promise<void> {
    const body = await this.parts.gate.readBody(exchange);
    if (body !== undefined) await this.serveMessage(body.json, exchange);
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

  private refuseMethod({ raw, responder }: HttpExchange): void {
    responder.setHeaders({ allow: this.parts.legacy.isServed ? 'POST, DELETE' : 'POST' });
    responder.refuse(405, {
      code: ErrorCode.InvalidRequest,
      message: `${raw.method} is not supported`,
    });
  }
}
