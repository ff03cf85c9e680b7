import type { DispatcherBench } from './dispatcher-bench.js';
import type { CoreRequest, Received } from './core-peer.js';
import { CorePeer } from './core-peer.js';

/** A request of the server that came on the stream of a request. */
export interface StreamQuestion {
  readonly id: string;
  readonly method: string;
  readonly params: Readonly<Record<string, any>>;
}

/** A request of a session, and what it is asked meanwhile. */
export class SessionRequest {
  /** What it was answered; `null`: it was cancelled, `undefined`: nothing yet. */
  answer: Received | null | undefined;
  /** Resolves with the answer. */
  readonly answered: Promise<Received | null>;
  private readonly over = new Set<unknown>();

  constructor(
    private readonly bench: DispatcherBench,
    private readonly peer: CorePeer,
    private readonly request: CoreRequest,
  ) {
    this.answered = request.answer.then((answer) => (this.answer = answer));
  }

  /** What the server wants to know still, oldest first. */
  get questions(): readonly StreamQuestion[] {
    if (this.answer !== undefined) return [];
    const { stream } = this.request;
    const takenBack = stream.filter(({ method }) => method === 'notifications/cancelled');
    const over = new Set([...this.over, ...takenBack.map(({ params }) => params.requestId)]);
    return stream.filter(({ id }) => id !== undefined && !over.has(id)) as StreamQuestion[];
  }

  /** Answers a question, by default the oldest. */
  reply(answer: { result: object } | { error: object }, question = this.questions[0]): void {
    if (question === undefined) throw new Error('nothing was asked on this stream');
    const { id } = question;
    this.over.add(id);
    const { connection } = this.peer;
    this.bench.dispatcher.receiveResponse({ kind: 'response', id, ...answer }, connection);
  }

  /** The client does not want the answer any more. */
  cancel(): void {
    this.request.cancel();
  }
}

/** A session of 2025-11-25 whose requests a test holds on to. */
export class TaskSession {
  private readonly peer: CorePeer;

  constructor(
    private readonly bench: DispatcherBench,
    readonly id: string,
    readonly principalKey?: string,
  ) {
    this.peer = new CorePeer(bench, { id, ...(principalKey !== undefined && { principalKey }) });
  }

  /** What came outside of answers, in order. */
  get pushed(): readonly Received[] {
    return this.peer.pushed;
  }

  /** Sends a request and holds on to it. */
  request(method: string, params: object = {}): SessionRequest {
    return new SessionRequest(this.bench, this.peer, this.peer.request(method, params));
  }

  ask(method: string, params: object = {}): Promise<Received | null> {
    return this.peer.ask(method, params);
  }

  /** Calls a tool as a task. */
  start(name: string, args: object = {}, task: object = {}): Promise<Received | null> {
    return this.peer.call(name, args, { task });
  }

  /** Everything of it is over. */
  end(): void {
    void this.peer.end();
  }
}
