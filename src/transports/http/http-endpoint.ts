import { decodeMessage } from '../../protocol/decode-message.js';
import { ErrorCode } from '../../protocol/error-codes.js';
import { EITHER, NOTHING, STREAM } from './accept-demand.js';
import { classifyRequest, namesModernVersion } from './classify-request.js';
import type { HttpExchange } from './http-exchange.js';
import type { HttpGate, PlatformExchange } from './http-gate.js';
import type { LegacyService } from './legacy-service.interface.js';
import type { ModernRequests } from './modern-requests.js';

/** What the endpoint is made of. */
export interface EndpointParts {
  readonly gate: HttpGate;
  readonly legacy: LegacyService;
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
    const { gate, legacy } = this.parts;
    if (!this.hasSessions) return this.refuseMethod(given);
    gate.admit(given, (exchange) => legacy.end(exchange), EITHER);
  }

  /** GET: a stream of a session. */
  get(given: PlatformExchange): void {
    const { gate, legacy } = this.parts;
    if (!this.hasSessions) return this.refuseMethod(given);
    gate.admit(given, (exchange) => legacy.openStream(exchange), STREAM);
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
    if (Array.isArray(value) && isLegacy(exchange, legacy)) {
      return legacy.serveBatch(value, exchange);
    }
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

  private get hasSessions(): boolean {
    const { isServed, hasSessions } = this.parts.legacy;
    return isServed && hasSessions;
  }

  /** What `Allow` says. */
  private get methods(): string {
    return this.hasSessions ? 'GET, POST, DELETE' : 'POST';
  }
}

/** A batch says nothing of its era, so the headers decide; 2026-07-28 has none. */
const isLegacy = ({ headers }: HttpExchange, { isServed }: LegacyService): boolean =>
  isServed && headers['mcp-method'] === undefined && !namesModernVersion(headers);
