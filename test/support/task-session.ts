import { answerToMessage, isAnswer } from '../../src/dispatch/answer.js';
import { legacyContext } from '../../src/dispatch/create-request-context.js';
import { standInHost } from '../../src/dispatch/stand-in-host.js';
import type { PushedMessage } from '../../src/notifications/mcp-notification-bus.js';
import type { JsonRpcResponse, OutgoingMessage } from '../../src/protocol/json-rpc.js';
import { revision20251125 } from '../../src/protocol/revisions/revision-2025-11-25.js';
import { Connection } from '../../src/sessions/connection.js';
import { settled } from './settled.js';
import type { DispatcherBench } from './dispatcher-bench.js';

/** A request of the server that came on the stream of a request. */
export interface StreamQuestion {
  readonly id: string;
  readonly method: string;
  readonly params: Readonly<Record<string, any>>;
}

/** A request of a session, and what comes on its stream. */
export class SessionRequest {
  /** Everything that came before the answer. */
  readonly messages: OutgoingMessage[] = [];
  /** What it was answered; `null`: it was cancelled, `undefined`: nothing yet. */
  answer: JsonRpcResponse | null | undefined;
  /** Resolves with the answer. */
  readonly answered: Promise<JsonRpcResponse | null>;
  private readonly open = new Map<string, StreamQuestion>();

  constructor(
    private readonly bench: DispatcherBench,
    private readonly connection: Connection,
    readonly id: number,
    method: string,
    params: object,
  ) {
    const { ownerKey: principalKey } = connection;
    const context = legacyContext(connection, revision20251125, {
      transport: 'http',
      scope: connection,
      principal: principalKey && { id: principalKey },
      principalKey,
      disconnected: undefined,
      outlet: { isOpen: true, send: (message) => this.receive(message) },
      host: standInHost(),
    });
    const request = { jsonrpc: '2.0', id, method, params: { ...params } } as const;
    this.answered = bench.dispatcher.dispatch(request, context).then((settlement) => {
      this.answer = isAnswer(settlement) ? answerToMessage(settlement) : null;
      this.open.clear();
      return this.answer;
    });
  }

  /** What the server wants to know and was not told yet, oldest first. */
  get questions(): readonly StreamQuestion[] {
    return [...this.open.values()];
  }

  /** Answers a question, by default the oldest. */
  reply(answer: { result: object } | { error: object }, question = this.questions[0]): void {
    if (question === undefined) throw new Error(`nothing was asked on the stream of ${this.id}`);
    const { id } = question;
    this.open.delete(id);
    this.bench.dispatcher.receiveResponse({ kind: 'response', id, ...answer }, this.connection);
  }

  /** The client does not want the answer any more. */
  cancel(): void {
    const params = { requestId: this.id };
    const notification = { jsonrpc: '2.0', method: 'notifications/cancelled', params } as const;
    this.bench.dispatcher.receive(notification, this.connection);
  }

  private receive(message: OutgoingMessage): void {
    this.messages.push(message);
    if ('method' in message && 'id' in message) {
      const { id, method, params } = message as unknown as StreamQuestion;
      this.open.set(id, { id, method, params });
    }
    if ('method' in message && message.method === 'notifications/cancelled') {
      this.open.delete((message.params as { requestId: string }).requestId);
    }
  }
}

/** A session of 2025-11-25 that follows tasks, as a transport with authentication makes it. */
export class TaskSession {
  /** What came outside of answers, in order. */
  readonly pushed: PushedMessage[] = [];
  readonly connection: Connection;
  private nextId = 1;
  private readonly subscription: { unsubscribe(): void };

  constructor(
    private readonly bench: DispatcherBench,
    readonly id: string,
    readonly principalKey?: string,
  ) {
    this.connection = new Connection(id, principalKey);
    this.connection.handshake = {
      revision: revision20251125,
      clientInfo: undefined,
      clientCapabilities: { elicitation: { form: {} } },
    };
    this.connection.isInitialized = true;
    this.subscription = bench.dispatcher
      .pushes(this.connection)
      .subscribe((message) => this.pushed.push(message));
  }

  /** Sends a request and holds on to it. */
  request(method: string, params: object = {}): SessionRequest {
    return new SessionRequest(this.bench, this.connection, this.nextId++, method, params);
  }

  ask(method: string, params: object = {}): Promise<JsonRpcResponse | null> {
    return this.request(method, params).answered;
  }

  /** Calls a tool as a task. */
  async start(name: string, args: object = {}, task: object = {}): Promise<JsonRpcResponse | null> {
    const created = await this.ask('tools/call', { name, arguments: args, task });
    // Its method begins after the answer.
    await settled();
    return created;
  }

  /** Everything of it is over. */
  end(): void {
    this.bench.dispatcher.end(this.connection, { reason: 'deleted', detail: 'the session ended' });
    this.subscription.unsubscribe();
  }
}
