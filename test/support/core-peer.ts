import { answerToMessage, isAnswer } from '../../src/dispatch/answer.js';
import { legacyContext } from '../../src/dispatch/create-request-context.js';
import { standInHost } from '../../src/dispatch/stand-in-host.js';
import { Connection } from '../../src/sessions/connection.js';
import type { DispatcherBench } from './dispatcher-bench.js';
import { revisionOf } from './revision-of.js';
import { settled } from './settled.js';

/** Anything that came from the server. */
export type Received = Record<string, any>;

/** Who has the session, and what it can do. */
export interface CorePeerOptions {
  readonly id?: string;
  readonly principalKey?: string;
  readonly capabilities?: object;
  /** False for requests without a session. */
  readonly isLasting?: boolean;
  readonly version?: string;
}

/** One request, and what came on its own stream. */
export interface CoreRequest {
  readonly stream: readonly Received[];
  /** `null` for no answer. */
  readonly answer: Promise<Received | null>;
  /** The client can be reached on this stream no more, unless it `mayComeBack`. */
  hangUp(mayComeBack?: boolean): void;
  /** The client does not want the answer any more. */
  cancel(): void;
}

/**
 * A session of 2025-11-25 whose requests have a stream each, as over HTTP: what belongs to no request
 * comes on the stream of the session.
 */
export class CorePeer {
  /** What came on the stream of the session. */
  readonly pushed: Received[] = [];
  readonly connection: Connection;
  private readonly subscription: { unsubscribe(): void } | undefined;
  private nextId = 1;

  constructor(
    private readonly bench: DispatcherBench,
    private readonly options: CorePeerOptions = {},
  ) {
    const { id = 's', principalKey, isLasting = true } = options;
    const { capabilities = { elicitation: {} }, version = '2025-11-25' } = options;
    this.connection = new Connection(id, principalKey, { isLasting });
    this.connection.handshake = {
      revision: revisionOf(version),
      clientInfo: undefined,
      clientCapabilities: capabilities,
    };
    if (isLasting) {
      this.subscription = bench.dispatcher
        .pushes(this.connection)
        .subscribe((message) => this.pushed.push(message));
    }
  }

  request(method: string, params: object = {}): CoreRequest {
    const { bench, connection, options } = this;
    const { principalKey } = options;
    const stream: Received[] = [];
    const id = this.nextId++;
    let isOpen = true;
    const connected = new AbortController();
    const context = legacyContext(connection, revisionOf('2025-11-25'), {
      transport: 'http',
      scope: connection,
      principal: principalKey && { id: principalKey },
      principalKey,
      disconnected: undefined,
      left: connected.signal,
      outlet: {
        get isOpen() {
          return isOpen;
        },
        send: (message) => void stream.push(message),
      },
      host: standInHost(),
    });
    const answer = bench.dispatcher
      .dispatch({ jsonrpc: '2.0', id, method, params: { ...params } }, context)
      .then((given) => (isAnswer(given) ? answerToMessage(given) : null));
    return {
      stream,
      answer,
      hangUp: (mayComeBack = false) => {
        isOpen = mayComeBack;
        connected.abort();
      },
      cancel: () => this.notify('notifications/cancelled', { requestId: id }),
    };
  }

  ask(method: string, params: object = {}): Promise<Received | null> {
    return this.request(method, params).answer;
  }

  call(name: string, args: object = {}, more: object = {}): Promise<Received | null> {
    return this.ask('tools/call', { name, arguments: args, ...more });
  }

  /** Calls a tool as a task, and gives its id. */
  async start(name: string, args: object = {}, more: object = {}): Promise<string> {
    const created = await this.call(name, args, { task: {}, ...more });
    if (created?.result?.task === undefined) throw new Error(`no task: ${JSON.stringify(created)}`);
    // Its method begins after the answer.
    await settled();
    return created.result.task.taskId;
  }

  /** Waits for the result of a task, until the test lets go. */
  async wait(taskId: string): Promise<CoreRequest> {
    const request = this.request('tasks/result', { taskId });
    await settled();
    return request;
  }

  /** The task as `tasks/get` shows it. */
  async get(taskId: string): Promise<Received> {
    return (await this.ask('tasks/get', { taskId }))?.result;
  }

  notify(method: string, params: object): void {
    this.bench.dispatcher.receive(
      { jsonrpc: '2.0', method, params: { ...params } },
      this.connection,
    );
  }

  /** Answers a question of the server. */
  async answer({ id }: Received | undefined = {}, given: object = {}): Promise<void> {
    const response = { kind: 'response', id, ...given } as const;
    this.bench.dispatcher.receiveResponse(response as never, this.connection);
    await settled();
  }

  /** Statuses that were told without being asked for. */
  get told(): readonly string[] {
    return this.pushed
      .filter(({ method }) => method === 'notifications/tasks/status')
      .map(({ params }) => params.status);
  }

  /** The session ends. */
  async end(): Promise<void> {
    this.bench.dispatcher.end(this.connection, { reason: 'deleted', detail: 'bye' } as never);
    this.subscription?.unsubscribe();
    await settled();
  }
}
