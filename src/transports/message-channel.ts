import type { Logger } from '@nestjs/common';
import type { Answer, Settlement } from '../dispatch/answer.js';
import { isAnswer } from '../dispatch/answer.js';
import { legacyContext, modernContext } from '../dispatch/create-request-context.js';
import { describeFailure, toException } from '../dispatch/failures/failure.js';
import type { McpDispatcher } from '../dispatch/mcp-dispatcher.js';
import type { Outlet } from '../dispatch/outlet.interface.js';
import type { RequestContext } from '../dispatch/request-context.interface.js';
import { resolveModernRevision } from '../dispatch/resolve-modern-revision.js';
import { standInHost } from '../dispatch/stand-in-host.js';
import type { Subscription } from 'rxjs';
import type { PushedMessage } from '../notifications/mcp-notification-bus.js';
import type { BatchLimits, DecodedBatch } from '../protocol/decode-batch.js';
import { decodeBatch } from '../protocol/decode-batch.js';
import type { DecodedMessage } from '../protocol/decode-message.js';
import { decodeMessage } from '../protocol/decode-message.js';
import { hasEnvelope, parseEnvelope } from '../protocol/envelope.js';
import type { JsonRpcErrorObject, JsonRpcRequest } from '../protocol/json-rpc.js';
import { invalidParams, invalidRequest, sessionEnded } from '../protocol/protocol-errors.js';
import type { Revision } from '../protocol/revisions/revision.interface.js';
import { ASSUMED_LEGACY_REVISION } from '../protocol/revisions/revisions.js';
import type { ServedRevisions } from '../protocol/revisions/served-revisions.js';
import type { Connection } from '../sessions/connection.js';
import type { SessionEnd, SessionEndReason } from '../sessions/session-end.js';
import { RequestOutlet } from './request-outlet.js';
import type { TransportReports } from './transport-reports.js';

/** Where a channel writes to. */
export interface ChannelSink extends Outlet {
  answer(answer: Answer): void;
}

/** What a channel is made of. */
export interface ChannelParts {
  readonly dispatcher: McpDispatcher;
  readonly revisions: ServedRevisions;
  readonly connection: Connection;
  readonly sink: ChannelSink;
  readonly limits: BatchLimits;
  readonly reports: TransportReports;
  readonly logger: Logger;
}

/** Who sent a message, where messages come one by one: over HTTP. */
export type MessageSender = Pick<RequestContext, 'principal' | 'principalKey' | 'host'>;

/**
 * A link that carries the messages of one client both ways: stdio, memory, or HTTP+SSE. Both eras may
 * use it at once; each request says which one it belongs to (2026-07-28, stdio transport).
 */
export class MessageChannel {
  private pushes: Subscription | undefined;
  private isClosed = false;
  /** Why the application has ended it. */
  private ended: SessionEnd | undefined;
  /** Messages that are not answered yet. */
  private readonly running = new Set<Promise<void>>();
  private readonly reportEnd: () => void;

  constructor(private readonly parts: ChannelParts) {
    const { id, transport } = parts.connection;
    this.reportEnd = parts.reports.connected({ transport, connectionId: id });
  }

  /**
   * Takes one parsed message, or a batch of them where the revision has that; each is answered by
   * itself. Returns when it is answered; messages may overlap. Never rejects.
   *
   * @param sender by default nobody, by no HTTP request
   */
  receive(value: unknown, sender?: MessageSender): Promise<void> {
    return this.track(this.takeAll(() => this.decode(value), sender));
  }

  /** The same for messages that are decoded already. */
  receiveAll(messages: readonly DecodedMessage[], sender?: MessageSender): Promise<void> {
    return this.track(this.takeAll(() => messages, sender));
  }

  /** Sorts the messages of an array, if what is spoken here has batches. */
  decodeBatch(values: readonly unknown[]): DecodedBatch {
    const { connection, limits } = this.parts;
    return decodeBatch(values, connection.handshake?.revision, limits);
  }

  private async track(taking: Promise<void>): Promise<void> {
    this.running.add(taking);
    await taking;
    this.running.delete(taking);
  }

  private decode(value: unknown): readonly DecodedMessage[] {
    if (!Array.isArray(value)) return [decodeMessage(value)];
    const batch = this.decodeBatch(value);
    return batch.kind === 'batch' ? batch.messages : [{ ...batch, id: null }];
  }

  private async takeAll(
    read: () => readonly DecodedMessage[],
    sender: MessageSender | undefined,
  ): Promise<void> {
    try {
      await Promise.all(read().map((message) => this.take(message, sender)));
    } catch (thrown) {
      describeFailure(thrown, 'a message', this.parts.logger);
    }
  }

  private async take(message: DecodedMessage, sender?: MessageSender): Promise<void> {
    const { dispatcher, connection } = this.parts;
    if (this.ended !== undefined) return this.refuseLate(message, this.ended);
    if (message.kind === 'invalid') return this.refuse({ id: message.id, error: message.error });
    if (message.kind === 'notification') {
      return dispatcher.receive(message.notification, connection);
    }
    if (message.kind === 'response') return dispatcher.receiveResponse(message, connection);
    if (message.kind === 'request') await this.serve(message.request, sender);
  }

  /** The client is gone, or says no more: nothing is sent to it that it does not wait for. */
  close(reason: SessionEndReason): void {
    if (!this.isClosed) this.reportEnd();
    this.isClosed = true;
    this.pushes?.unsubscribe();
    this.parts.dispatcher.forget(this.parts.connection, reason);
  }

  /** Answers what runs with an error, and is over. Resolves when the answers are written. */
  async stop(end: SessionEnd): Promise<void> {
    const { dispatcher, connection } = this.parts;
    const { reason, detail } = end;
    this.ended ??= end;
    dispatcher.failAll(connection, detail);
    this.close(reason);
    await Promise.all(this.running);
  }

  private refuse(answer: Answer & { readonly error: JsonRpcErrorObject }): void {
    const { sink, reports, connection } = this.parts;
    reports.refused(connection.transport, answer.error.code);
    sink.answer(answer);
  }

  /** The client did not know yet that it is over. */
  private refuseLate(message: DecodedMessage, { detail }: SessionEnd): void {
    if (message.kind !== 'request') return;
    this.refuse({ id: message.request.id, error: sessionEnded(detail).toErrorObject() });
  }

  private async serve(request: JsonRpcRequest, sender = nobody()): Promise<void> {
    const { dispatcher, sink } = this.parts;
    const outlet = new RequestOutlet(sink);
    let context: RequestContext;
    let answer: Settlement;
    try {
      context = this.contextOf(request, outlet, sender);
      answer = await dispatcher.dispatch(request, context);
      outlet.close();
      if (isAnswer(answer)) sink.answer(answer);
    } catch (thrown) {
      outlet.close();
      return this.refuse({ id: request.id, error: this.errorOf(thrown, request.method) });
    }
    if (isAnswer(answer)) this.followUp(request, context, answer);
  }

  /** One request that fails in a way nobody thought of must not end the connection for the others. */
  private errorOf(thrown: unknown, method: string): JsonRpcErrorObject {
    return toException(describeFailure(thrown, method, this.parts.logger)).toErrorObject();
  }

  /** What an answer brings with it. */
  private followUp(
    { id: requestId, method }: JsonRpcRequest,
    { revision }: RequestContext,
    answer: Answer,
  ): void {
    const { dispatcher, connection, sink } = this.parts;
    // Only the end of a stream by the server is told so, and the result comes first, or clients take it
    // for an abnormal one (2026-07-28, Cancellation and Subscriptions, which contradict each other).
    if ('result' in answer && dispatcher.isStream(method, revision)) {
      void sink.send({
        jsonrpc: '2.0',
        method: 'notifications/cancelled',
        params: { requestId },
      });
    }
    if (connection.handshake === undefined || this.isClosed) return;
    this.pushes ??= dispatcher.pushes(connection).subscribe((message) => this.push(message));
  }

  private push(message: PushedMessage): void {
    const { sink } = this.parts;
    if ('method' in message) void sink.send(message);
    else sink.answer(message);
  }

  /** @throws McpException when the request cannot be placed in an era, or its id is in use */
  private contextOf(
    request: JsonRpcRequest,
    outlet: Outlet,
    sender: MessageSender,
  ): RequestContext {
    const { dispatcher, revisions, connection } = this.parts;
    if (dispatcher.isInFlight(connection, request.id)) {
      throw invalidRequest(`A request with id ${JSON.stringify(request.id)} is still in progress`);
    }
    const facts = {
      transport: connection.transport,
      scope: connection,
      principal: sender.principal,
      principalKey: sender.principalKey,
      disconnected: undefined,
      outlet,
      host: sender.host,
    };
    if (hasEnvelope(request.params)) {
      const envelope = parseEnvelope(request.params);
      return modernContext(envelope, resolveModernRevision(envelope, revisions), facts);
    }
    return legacyContext(connection, this.legacyRevision(request), facts);
  }

  private legacyRevision({ method }: JsonRpcRequest): Revision {
    const { revisions, connection } = this.parts;
    const [newest] = revisions.legacy;
    if (connection.handshake !== undefined) return connection.handshake.revision;
    // Without a served legacy revision `initialize` names the ones that are served.
    if (method === 'initialize') return newest ?? ASSUMED_LEGACY_REVISION;
    if (method === 'ping' && newest !== undefined) return newest;
    throw invalidParams(
      `${method} came without a handshake and without an envelope: send initialize first, or put ` +
        'the 2026-07-28 members into params._meta',
    );
  }
}

const nobody = (): MessageSender => ({
  principal: undefined,
  principalKey: undefined,
  host: standInHost(),
});
