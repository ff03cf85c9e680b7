import { setMaxListeners } from 'node:events';
import { legacyContext } from '../../dispatch/create-request-context.js';
import type { McpDispatcher } from '../../dispatch/mcp-dispatcher.js';
import type { Outlet } from '../../dispatch/outlet.interface.js';
import type { RequestContext } from '../../dispatch/request-context.interface.js';
import type { BatchLimits } from '../../protocol/decode-batch.js';
import { decodeBatch } from '../../protocol/decode-batch.js';
import type { IdGenerator } from '../../protocol/id-generator.js';
import type { JsonRpcRequest } from '../../protocol/json-rpc.js';
import type { Revision } from '../../protocol/revisions/revision.interface.js';
import { ASSUMED_LEGACY_REVISION } from '../../protocol/revisions/revisions.js';
import { Connection } from '../../sessions/connection.js';
import type { HttpExchange } from './http-exchange.js';
import type { LegacyService } from './legacy-service.interface.js';
import type { LegacyVersions } from './legacy-versions.js';
import type { RequestTags } from './request-tags.js';
import { serveBatch } from './serve-batch.js';

/**
 * The handshake era without sessions (`sessions: false`): every POST stands for itself, so that any
 * process can answer it. Nothing is remembered of `initialize`, so the client cannot be asked or told
 * anything afterwards, and what needs that is not declared; a client that leaves cancels
 * (2025-03-26 to 2025-11-25, Streamable HTTP: session management is optional).
 */
export class StatelessLegacyRequests implements LegacyService {
  constructor(
    private readonly dispatcher: McpDispatcher,
    private readonly versions: LegacyVersions,
    private readonly limits: BatchLimits,
    private readonly nextId: IdGenerator,
    private readonly tags: RequestTags,
  ) {}

  get isServed(): boolean {
    return this.versions.isServed;
  }

  async handshake(request: JsonRpcRequest, exchange: HttpExchange): Promise<void> {
    if (!this.versions.accepts(request.id, exchange)) return;
    if (!this.isServed) return this.versions.refuseHandshake(request, exchange);
    await this.answer(request, this.connect(exchange), exchange);
  }

  /** A session that a request names is not looked for: clients may have one from before a restart. */
  async serve(request: JsonRpcRequest, exchange: HttpExchange): Promise<void> {
    if (request.method === 'initialize') return this.handshake(request, exchange);
    const revision = this.versions.require(request.id, exchange);
    if (revision === undefined) return;
    await this.answer(request, this.resume(revision, exchange), exchange);
  }

  async serveBatch(values: readonly unknown[], exchange: HttpExchange): Promise<void> {
    const revision = this.versions.require(null, exchange);
    if (revision === undefined) return;
    const batch = decodeBatch(values, revision, this.limits);
    if (batch.kind === 'invalid') return exchange.responder.refuse(400, batch.error);
    // All of them wait for one signal, and Node takes more than a few listeners for a leak.
    setMaxListeners(Number.POSITIVE_INFINITY, exchange.disconnected);
    // One for all of them, in which they can cancel each other.
    const connection = this.resume(revision, exchange);
    await serveBatch(
      batch.messages,
      {
        request: (request, outlet) =>
          this.dispatcher.dispatch(request, this.contextOf(connection, exchange, outlet)),
        notification: (notification) => this.dispatcher.receive(notification, connection),
        response: () => undefined,
      },
      exchange.responder,
    );
  }

  /** There is nothing it could be about. */
  receive(_notification: unknown, { responder }: HttpExchange): void {
    responder.accept();
  }

  /** Nothing was asked. */
  receiveResponse(_response: unknown, { responder }: HttpExchange): void {
    responder.accept();
  }

  private async answer(
    request: JsonRpcRequest,
    connection: Connection,
    exchange: HttpExchange,
  ): Promise<void> {
    const { responder } = exchange;
    const context = this.contextOf(connection, exchange, responder);
    responder.answer(await this.dispatcher.dispatch(request, context));
  }

  private connect({ principalKey }: HttpExchange): Connection {
    return new Connection(this.nextId(), principalKey, { isLasting: false });
  }

  /** As if the handshake had been, with a client that can do nothing. */
  private resume(revision: Revision, exchange: HttpExchange): Connection {
    const connection = this.connect(exchange);
    connection.handshake = { revision, clientInfo: undefined, clientCapabilities: {} };
    return connection;
  }

  private contextOf(
    connection: Connection,
    { principal, principalKey, disconnected, host }: HttpExchange,
    outlet: Outlet,
  ): RequestContext {
    return legacyContext(connection, ASSUMED_LEGACY_REVISION, {
      transport: 'http',
      scope: connection,
      principal,
      principalKey,
      disconnected,
      outlet,
      host,
      tagsOf: this.tags.tagsOf,
    });
  }
}
