import { misplacedBatch } from '../../protocol/decode-batch.js';
import { decodeMessage } from '../../protocol/decode-message.js';
import { ErrorCode } from '../../protocol/error-codes.js';
import { EITHER, NOTHING, STREAM } from './accept-demand.js';
import { classifyRequest, claimsModernEra } from './classify-request.js';
import type { HttpExchange } from './http-exchange.js';
import type { HttpGate, PlatformExchange } from './http-gate.js';
import type { LegacyService } from './legacy-service.interface.js';
import type { ModernRequests } from './modern-requests.js';
import type { SessionService } from './session-service.interface.js';

/** What the endpoint is made of. */
export interface EndpointParts {
  readonly gate: HttpGate;
  readonly legacy: LegacyService;
  /** Absent where there are no sessions, and then neither GET nor DELETE. */
  readonly sessions: SessionService | undefined;
  readonly modern: ModernRequests;
}

/** The Streamable HTTP endpoint, behind its gate: sorts messages and hands requests to their era. */
export class HttpEndpoint {
  constructor(private readonly parts: EndpointParts) {}

  /** POST: one message of a client. Returns at once; the response is ours from here on. */
  post(given: PlatformExchange): void {
    this.parts.gate.admit(given, (exchange) => this.readMessage(exchange), EITHER);
  }

  /** DELETE: the end of a session. */
  delete(given: PlatformExchange): void {
    const { sessions } = this;
    if (sessions === undefined) return this.refuseMethod(given);
    this.parts.gate.admit(given, (exchange) => sessions.end(exchange), EITHER);
  }

  /** GET: a stream of a session. */
  get(given: PlatformExchange): void {
    const { sessions } = this;
    if (sessions === undefined) return this.refuseMethod(given);
    this.parts.gate.admit(given, (exchange) => sessions.openStream(exchange), STREAM);
  }

  /** Methods that the endpoint does not have. */
  refuseMethod(given: PlatformExchange): void {
    const refuse = ({ raw, responder }: HttpExchange) => {
      responder.setHeaders({ allow: this.methods });
      responder.refuse(405, {
        code: ErrorCode.InvalidRequest,
        message: `${raw.method} is not supported`,
      });
    };
    this.parts.gate.admit(given, refuse, NOTHING);
  }

  /** OPTIONS, where no CORS middleware has answered it. */
  options(given: PlatformExchange): void {
    const answer = ({ responder }: HttpExchange) => {
      responder.setHeaders({ allow: this.methods });
      responder.answer(null);
    };
    this.parts.gate.admit(given, answer, NOTHING);
  }

  private async readMessage(exchange: HttpExchange): Promise<void> {
    const body = await this.parts.gate.readBody(exchange);
    if (body !== undefined) await this.serveMessage(body.json, exchange);
  }

  private async serveMessage(value: unknown, exchange: HttpExchange): Promise<void> {
    const { legacy, modern } = this.parts;
    if (Array.isArray(value)) return this.serveBatch(value, exchange);
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

  /** A batch says nothing of its era, so the headers decide; 2026-07-28 has none. */
  private async serveBatch(values: readonly unknown[], exchange: HttpExchange): Promise<void> {
    const { legacy } = this.parts;
    if (legacy.isServed && !claimsModernEra(exchange.headers)) {
      return legacy.serveBatch(values, exchange);
    }
    exchange.responder.refuse(400, misplacedBatch().error);
  }

  private get sessions(): SessionService | undefined {
    return this.parts.legacy.isServed ? this.parts.sessions : undefined;
  }

  /** What `Allow` says. */
  private get methods(): string {
    return this.sessions === undefined ? 'POST' : 'GET, POST, DELETE';
  }
}
