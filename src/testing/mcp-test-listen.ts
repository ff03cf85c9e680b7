import { deferred } from '../protocol/deferred.js';
import type {
  JsonRpcNotification,
  JsonRpcResponse,
  OutgoingMessage,
} from '../protocol/json-rpc.js';
import type { TestExchange, OpenExchange } from './test-link.interface.js';

/**
 * What to be told of (2026-07-28, `subscriptions/listen`).
 *
 * @publicApi
 */
export interface ListenFilter {
  readonly toolsListChanged?: boolean;
  readonly promptsListChanged?: boolean;
  readonly resourcesListChanged?: boolean;
  /** URIs. */
  readonly resourceSubscriptions?: readonly string[];
  /** Ids of tasks, for a client that declares the extension. */
  readonly taskIds?: readonly string[];
}

/**
 * How a listen ended: the test closed it, the server ended it with a result, or it broke off.
 *
 * @publicApi
 */
export type ListenEnd = 'local' | 'graceful' | 'remote';

const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged';

/**
 * An open listen of {@link McpTestClient}.
 *
 * @example
 * ```ts
 * const listen = await client.listen({ toolsListChanged: true });
 * await registry.registerTools([tool]);
 * expect((await listen.next())?.method).toBe('notifications/tools/list_changed');
 * await listen.close();
 * ```
 * @publicApi
 */
export class McpTestListen implements AsyncIterable<JsonRpcNotification> {
  /** What came so far, after the acknowledgement. */
  readonly notifications: JsonRpcNotification[] = [];
  /** Resolves when it is over. */
  readonly closed: Promise<ListenEnd>;
  private readonly acknowledged = deferred<ListenFilter>();
  private readonly exchange: OpenExchange;
  private honoredFilter: ListenFilter = {};
  private given = 0;
  private wake = deferred<void>();
  private isClosedHere = false;
  private isOver = false;

  private constructor(
    open: (onMessage: (message: OutgoingMessage) => void) => OpenExchange,
    failure: (exchange: TestExchange) => Error,
  ) {
    this.exchange = open((message) => this.receive(message));
    this.closed = this.exchange.done.then(
      (exchange) => this.finish(failure(exchange), exchange.response),
      (error: unknown) => this.finish(error),
    );
  }

  /**
   * Resolves when the listen is acknowledged.
   *
   * @internal made by the client
   * @throws McpTestError when it is answered with an error, or not at all
   */
  static async open(
    open: (onMessage: (message: OutgoingMessage) => void) => OpenExchange,
    failure: (exchange: TestExchange) => Error,
  ): Promise<McpTestListen> {
    const listen = new McpTestListen(open, failure);
    listen.honoredFilter = await listen.acknowledged.promise;
    return listen;
  }

  /** What the server will tell, which may be less than what was asked for. */
  get honored(): ListenFilter {
    return this.honoredFilter;
  }

  /** Each notification once, in order, as it comes; `undefined` when the listen is over. */
  async next(): Promise<JsonRpcNotification | undefined> {
    for (;;) {
      const next = this.notifications[this.given];
      if (next !== undefined) {
        this.given++;
        return next;
      }
      if (this.isOver) return undefined;
      await this.wake.promise;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<JsonRpcNotification, void> {
    for (let next = await this.next(); next !== undefined; next = await this.next()) yield next;
  }

  /** Ends it, as a client does: over HTTP by leaving, in memory by cancelling. */
  async close(): Promise<void> {
    this.isClosedHere = true;
    await this.exchange.close();
    await this.closed;
  }

  private receive(message: OutgoingMessage): void {
    if (!('method' in message) || 'id' in message) return;
    if (message.method === ACKNOWLEDGED) {
      this.acknowledged.resolve((message.params as { notifications: ListenFilter }).notifications);
    } else {
      this.notifications.push(message);
      this.rouse();
    }
  }

  private finish(failure: unknown, response?: JsonRpcResponse): ListenEnd {
    this.isOver = true;
    this.rouse();
    // Has no effect on one that was acknowledged.
    this.acknowledged.reject(failure);
    if (this.isClosedHere) return 'local';
    return response !== undefined && 'result' in response ? 'graceful' : 'remote';
  }

  private rouse(): void {
    this.wake.resolve();
    this.wake = deferred();
  }
}
