import type { Answer } from '../../dispatch/answer.js';
import { legacyContext } from '../../dispatch/create-request-context.js';
import type { McpDispatcher } from '../../dispatch/mcp-dispatcher.js';
import type { BatchLimits } from '../../protocol/decode-batch.js';
import type { IdGenerator } from '../../protocol/id-generator.js';
import type { JsonRpcRequest } from '../../protocol/json-rpc.js';
import { Connection } from '../../sessions/connection.js';
import type { HttpExchange } from './http-exchange.js';
import type { LegacyService } from './legacy-service.interface.js';
import type { LegacyVersions } from './legacy-versions.js';
import { refuseBatch, serveBatch } from './serve-batch.js';

/**
 * The handshake era without sessions (`sessions: false`): every POST stands for itself, so that any
 * process can answer it. Nothing is remembered of `initialize`, so the client cannot be asked or told
 * anything afterwards, and what needs that is not declared; a client that leaves cancels
 * (2025-03-26 to 2025-11-25, Streamable HTTP: session management is optional).
 */
export class StatelessLegacyRequests implements LegacyService {
  readonly hasSessions = false;

  constructor(
    private readonly dispatcher: McpDispatcher,
    private readonly versions: LegacyVersions,
    private readonly limits: BatchLimits,
    private readonly nextId: IdGenerator,
  ) {}

  get isServed(): boolean {
    return this.versions.isServed;
  }

  async handshake(request: JsonRpcRequest, exchange: HttpExchange): Promise<void> {
    if (!this.isServed) return this.versions.refuseHandshake(request, exchange);
    if (!this.versions.accepts(request.id, exchange)) return;
    exchange.responder.answer(await this.dispatch(request, exchange, this.connect(exchange)));
  }

  async serve(request: JsonRpcRequest, exchange: HttpExchange): Promise<void> {
    if (request.method === 'initialize') return this.handshake(request, exchange);
    if (!this.versions.accepts(request.id, exchange)) return;
    exchange.responder.answer(await this.dispatch(request, exchange, this.resume(exchange)));
  }

  async serveBatch(values: readonly unknown[], exchange: HttpExchange): Promise<void> {
    if (!this.versions.accepts(null, exchange)) return;
    if (!this.versions.named(exchange).hasBatches) return refuseBatch(exchange.responder);
    // One for all of them, in which they can cancel each other.
    const connection = this.resume(exchange);
    const receiver = {
      request: (request: JsonRpcRequest) => this.dispatch(request, exchange, connection),
      notification: (notification: Parameters<McpDispatcher['receive']>[0]) =>
        this.dispatcher.receive(notification, connection),
      response: () => undefined,
    };
    await serveBatch(values, this.limits, receiver, exchange.responder);
  }

  /** There is nothing it could be about. */
  receive(_notification: unknown, { responder }: HttpExchange): void {
    responder.accept();
  }

  /** Nothing was asked. */
  receiveResponse(_response: unknown, { responder }: HttpExchange): void {
    responder.accept();
  }

  openStream(): never {
    throw new Error('there are no sessions to stream from');
  }

  end(): never {
    throw new Error('there are no sessions to end');
  }

  private connect({ principalKey }: HttpExchange): Connection {
    return new Connection(this.nextId(), principalKey, { isLasting: false });
  }

  /** As if the handshake had been, with a client that can do nothing. */
  private resume(exchange: HttpExchange): Connection {
    const connection = this.connect(exchange);
    const revision = this.versions.named(exchange);
    connection.handshake = { revision, clientInfo: undefined, clientCapabilities: {} };
    return connection;
  }

  private dispatch(
    request: JsonRpcRequest,
    exchange: HttpExchange,
    connection: Connection,
  ): Promise<Answer | null> {
    const { principal, principalKey, disconnected, responder: outlet, host } = exchange;
    const context = legacyContext(connection, this.versions.named(exchange), {
      transport: 'http',
      scope: connection,
      principal,
      principalKey,
      disconnected,
      outlet,
      host,
    });
    return this.dispatcher.dispatch(request, context);
  }
}
