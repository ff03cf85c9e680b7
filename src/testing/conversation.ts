import type { JsonObject } from '../protocol/json.js';
import { isJsonObject } from '../protocol/json.js';
import type { JsonRpcNotification } from '../protocol/json-rpc.js';
import type { LogLevel } from '../protocol/log-level.js';
import type { Revision } from '../protocol/revisions/revision.interface.js';
import type { ClientAnswers } from './client-answers.js';
import type { Incoming, ProgressFollower } from './incoming.js';
import { KnownFacts } from './known-facts.js';
import type { TestCallOptions, TestProgress } from './mcp-test-client.interface.js';
import type { McpTestElicitation } from './mcp-test-elicitation.js';
import type { ListenFilter } from './mcp-test-listen.js';
import { McpTestListen } from './mcp-test-listen.js';
import type { McpTestError } from './mcp-test.error.js';
import type { MessageOptions } from './outgoing.js';
import { Outgoing } from './outgoing.js';
import { RunningRequests } from './running-requests.js';
import { showRequest } from './show.js';
import type { TestExchange, TestLink } from './test-link.interface.js';
import type { TestRequests } from './test-requests.js';
import { whileNotAborted } from './while-not-aborted.js';

/** A handler that asks more often is taken for one that never ends. */
const MAX_ROUNDS = 10;

const UNDECLARED =
  'what was sent last did not declare elicitation: call nextElicitation(), approve() or decline() right ' +
  'after the call, or give the client capabilities: { elicitation: {} }';

/** What a conversation is made of. */
export interface ConversationParts {
  readonly link: TestLink;
  readonly revision: Revision;
  readonly answers: ClientAnswers;
  readonly incoming: Incoming;
  readonly requests: TestRequests;
  /** What the application knows of an exchange that went wrong, as lines. */
  readonly explain: (exchange: TestExchange) => readonly string[];
}

/** How a request is sent by the kit itself. */
export interface RequestOptions extends TestCallOptions, MessageOptions {
  /** A result that asks is wanted as it is, unless the test has said that it answers (2026-07-28). */
  readonly isRaw?: boolean;
}

/** The requests of a test client with all their rounds, and the waits of its test, which they end. */
export class Conversation {
  private readonly running = new RunningRequests(() => this.endWaits());
  private readonly listens = new Set<McpTestListen>();
  private readonly facts: KnownFacts;
  private readonly outgoing: Outgoing;
  /** Makes the error of what did not come before the client was closed. */
  private closed: ((what: string) => McpTestError) | undefined;

  constructor(private readonly parts: ConversationParts) {
    this.facts = new KnownFacts({ ...parts, running: this.running });
    this.outgoing = new Outgoing({ ...parts, facts: this.facts });
    parts.incoming.onQuiet = () => this.endWaits();
  }

  get revision(): Revision {
    return this.parts.revision;
  }

  /** Resolves when the server has been spoken to as far as the revision wants it first. */
  begin(): Promise<void> {
    return this.outgoing.ready();
  }

  declare(change: (answers: ClientAnswers) => void): void {
    this.outgoing.declare(change);
  }

  /** A request with all its rounds, and its result. */
  request(method: string, params: JsonObject, options: RequestOptions = {}): Promise<JsonObject> {
    return this.track(method, params, async () => {
      const { onProgress, meta, ...rest } = options;
      const follower = onProgress && this.follow(onProgress);
      const _meta = {
        ...(isJsonObject(params._meta) && params._meta),
        ...meta,
        ...(follower && { progressToken: follower.token }),
      };
      const sent = Object.keys(_meta).length === 0 ? params : { ...params, _meta };
      try {
        return this.resultOf(method, params, await this.converse(method, sent, rest));
      } finally {
        follower?.end();
      }
    });
  }

  /** One round, and everything that came back. */
  exchange(method: string, params: JsonObject): Promise<TestExchange> {
    return this.track(method, params, () => this.outgoing.send(method, params));
  }

  /** Work that counts as a request while it runs: questions and notifications may come of it. */
  track<T>(method: string, params: JsonObject, run: () => Promise<T>): Promise<T> {
    return this.running.track(method, params, async () => {
      // What a test says in the same breath counts for the request: that it takes questions, for one.
      await undefined;
      return run();
    });
  }

  /** Tells somebody the progress of whatever has the token. */
  follow(listener: (progress: TestProgress) => void): ProgressFollower {
    return this.parts.incoming.follow(listener);
  }

  async notify(method: string, params: JsonObject): Promise<void> {
    // In the order of the test: a request that it made before is sent at the end of the turn.
    await undefined;
    await this.outgoing.ready();
    await this.outgoing.notify(method, params);
  }

  async listen(filter: ListenFilter, capabilities?: JsonObject): Promise<McpTestListen> {
    const method = 'subscriptions/listen';
    const params = { notifications: filter };
    return this.track(method, params, async () => {
      await this.begin();
      const listen = await McpTestListen.open(
        (onMessage) => this.outgoing.open(method, params, onMessage, capabilities),
        (exchange) => this.facts.failure(method, params, exchange),
      );
      this.listens.add(listen);
      void listen.closed.then(() => {
        this.listens.delete(listen);
        this.endWaits();
      });
      return listen;
    });
  }

  openStream(): Promise<void> {
    return this.track('the stream of the session', {}, () => this.outgoing.openStream());
  }

  async setLogLevel(level: LogLevel): Promise<void> {
    if (this.revision.era === 'modern') this.outgoing.setLogLevel(level);
    else await this.request('logging/setLevel', { level });
  }

  nextNotification(method: string): Promise<JsonRpcNotification> {
    return this.wait(this.parts.incoming.log.next(method));
  }

  nextElicitation(): Promise<McpTestElicitation> {
    this.declare((answers) => answers.takeQuestions());
    return this.wait(this.parts.answers.questions.next());
  }

  nextApproval(): Promise<McpTestElicitation> {
    this.declare((answers) => answers.takeQuestions());
    return this.wait(this.parts.answers.questions.nextApproval());
  }

  async close(): Promise<void> {
    const { link, incoming, answers } = this.parts;
    const failure = this.facts.asOfNow();
    const closed = (what: string) => failure(`the client was closed before ${what} came`);
    this.closed = closed;
    incoming.log.close(closed);
    answers.questions.close(closed('an answer, or a question,'));
    await link.close();
  }

  /** An error with everything that is known. */
  error(message: string, details?: readonly string[]): McpTestError {
    return this.facts.error(message, details);
  }

  /** Every round of a request (2026-07-28, Multi round-trip requests). */
  private async converse(
    method: string,
    params: JsonObject,
    { isRaw = false, ...options }: RequestOptions,
  ): Promise<TestExchange> {
    const { answers } = this.parts;
    for (let round = 0, more: JsonObject = {}; ; round++) {
      const exchange = await this.outgoing.send(method, { ...params, ...more }, options);
      const { response } = exchange;
      const result: unknown = response && 'result' in response ? response.result : undefined;
      const next = await whileNotAborted(answers.nextRound(result, isRaw), options.signal);
      if (next === undefined) return exchange;
      if (round === MAX_ROUNDS) throw this.error(`${method} asked more than ${MAX_ROUNDS} times`);
      more = next;
    }
  }

  private resultOf(method: string, params: JsonObject, exchange: TestExchange): JsonObject {
    const { response } = exchange;
    if (response !== undefined && 'result' in response) return response.result;
    if (response === undefined && this.closed !== undefined) {
      throw this.closed(`the answer to ${showRequest(method, params)}`);
    }
    throw this.facts.failure(method, params, exchange);
  }

  /** Nothing is under way that could bring what the test waits for: it would wait for ever. */
  private endWaits(): void {
    if (!this.running.isIdle) return;
    const { answers, incoming, link } = this.parts;
    answers.questions.end(
      this.error(
        'no question came, and nothing is under way that could ask one',
        this.outgoing.couldBeAsked ? [] : [UNDECLARED],
      ),
    );
    const hearsMore = this.revision.era === 'legacy' && link.hearsMore;
    if (hearsMore || this.listens.size > 0) return;
    incoming.log.end((method) =>
      this.error(`${method} did not come, and nothing is under way that could bring it`),
    );
  }

  /** What is asked for in the same breath may bring it. If it fails, whoever waits is told, and nobody else. */
  private wait<T>(promise: Promise<T>): Promise<T> {
    promise.catch(() => undefined);
    queueMicrotask(() => this.endWaits());
    return promise;
  }
}
