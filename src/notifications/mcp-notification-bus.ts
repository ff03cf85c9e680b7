import { Observable, Subject } from 'rxjs';
import type { JsonRpcNotification, JsonRpcResponse, ServerRequest } from '../protocol/json-rpc.js';
import type { JsonObject } from '../protocol/json.js';
import type { McpRecipient } from '../protocol/mcp-recipient.interface.js';
import { ChangeBatch } from './change-batch.js';
import type { ChangedList, McpChange } from './mcp-change.js';
import { changeOf, requireSayable } from './notification-method.js';
import type { RecipientOptions } from './recipient-selector.js';
import { readSelector, toPredicate } from './recipient-selector.js';

/**
 * Anything that is pushed to a connection.
 *
 * @publicApi
 */
export type PushedMessage = JsonRpcNotification | JsonRpcResponse | ServerRequest;

/** What concerns the subscription of one connection. */
export interface ConnectOptions {
  /**
   * Called when a subscription begins, after an earlier one under its id has ended. What it returns is
   * called once when this one ends, for whatever reason.
   */
  readonly onSubscribed?: () => () => void;
  /** Says whose connection it is, for selectors; without it no selector means it. */
  readonly describe?: () => McpRecipient | undefined;
}

/** Who was sent which elicitation with an address (2025-11-25). */
export interface ElicitationOwners {
  /** Tells the connection that the elicitation is complete, if it is known. */
  complete(elicitationId: string): boolean;
}

/** Somebody who listens. */
interface Listener {
  readonly stream: Subject<PushedMessage>;
  readonly describe: ConnectOptions['describe'];
  onEnd: (() => void) | undefined;
}

/**
 * What a server says without being asked. Say what changed with `resourceUpdated` and `listChanged`;
 * the server tells the clients that want to know. Say anything else with `notify`; to one client, with
 * `notify` of its session in `McpSessions`.
 *
 * Below that are the messages on their way to connections: one hot stream per connection, addressed by
 * id. Nothing is kept for a connection nobody listens to, and nothing sent to one is seen by another.
 * Only notifications are broadcast. The id of a session is `ctx.sessionId`, on stdio it is `stdio`, and
 * a direct connection is addressed by `direct:` and its id.
 *
 * A subscriber that throws does not disturb the others, nor the sender: RxJS reports it as an uncaught
 * exception of its own (`config.onUnhandledError`), after everybody else was served.
 *
 * @publicApi
 */
export class McpNotificationBus {
  private readonly listeners = new Map<string, Listener>();
  private readonly changes = new Subject<McpChange>();
  private readonly batch = new ChangeBatch((changes) => {
    for (const change of changes) this.publish(change);
  });
  private isClosed = false;

  /** @internal set by the dispatcher, which asks */
  elicitations: ElicitationOwners | undefined;

  /**
   * Everything that is published, from now on: each change once, on this process only. What bridges
   * processes listens here and publishes what it hears from others with `publish`.
   */
  get changes$(): Observable<McpChange> {
    return this.changes.asObservable();
  }

  /**
   * A resource changed. Told to connections that subscribed to it (`resources/subscribe`, up to
   * 2025-11-25) and to listens that name it (2026-07-28), of those that are meant. Changes made in one go
   * are told once. Dropped where nobody wants it.
   *
   * @param uri its URI, also of one that a template serves; spellings that name the same resource match
   * @throws TypeError for a `where` that is neither a function nor an object of tags
   */
  resourceUpdated(uri: string, options: RecipientOptions = {}): void {
    this.batch.add({ type: 'resource_updated', uri, ...told(options) });
  }

  /**
   * A list changed. `McpRegistry` says so itself when something comes or goes; the rest only you can know,
   * such as tools that a policy shows to others now. Changes made in one go are told once.
   *
   * @throws TypeError for a `where` that is neither a function nor an object of tags
   */
  listChanged(list: ChangedList, options: RecipientOptions = {}): void {
    this.batch.add({ type: 'list_changed', list, ...told(options) });
  }

  /**
   * Sends a notification of a method of your own, such as `notifications/shop/sale`, to sessions up to
   * 2025-11-25, in the order in which it is called. Clients of 2026-07-28 get none: their listens may
   * carry nothing they did not ask for (Subscriptions).
   *
   * @throws TypeError for a method that is no notification, or that is said in another way, and for a
   *   `where` that is neither a function nor an object of tags; else what the function throws, and then
   *   nobody was sent anything
   */
  notify(method: string, params: JsonObject = {}, options: RecipientOptions = {}): void {
    requireSayable(method);
    const change = changeOf(method, params);
    if (change !== undefined) {
      const way = change.type === 'list_changed' ? 'listChanged()' : 'resourceUpdated()';
      throw new TypeError(`${method}: use ${way}`);
    }
    this.broadcast({ jsonrpc: '2.0', method, params }, options);
  }

  /**
   * What a person was sent to an address for (`ctx.elicitUrl()`) is done: tells the client that asked
   * them, and nobody else, also after its answer came (2025-11-25, Elicitation). Other revisions have no
   * such message; there the client repeats its call.
   *
   * @param elicitationId the `id` that was given to `ctx.elicitUrl()`
   * @returns false when there is nobody to tell: it is unknown, was refused, completed or forgotten
   */
  elicitationComplete(elicitationId: string): boolean {
    return this.elicitations?.complete(elicitationId) ?? false;
  }

  /** Publishes a change at once, such as one that another process made. */
  publish(change: McpChange): void {
    this.changes.next(change);
  }

  /** True while somebody listens under this id. */
  isLive(connectionId: string): boolean {
    return this.listeners.has(connectionId);
  }

  /** How many connections are listened to; zero at rest. */
  get size(): number {
    return this.listeners.size;
  }

  /**
   * The messages of one connection from now on. A second subscription under an id takes over and the
   * first ends. A closed bus completes at once.
   */
  connect(
    connectionId: string,
    { onSubscribed, describe }: ConnectOptions = {},
  ): Observable<PushedMessage> {
    return new Observable((subscriber) => {
      if (this.isClosed) return subscriber.complete();
      const stream = new Subject<PushedMessage>();
      const listener: Listener = { stream, describe, onEnd: undefined };
      const previous = this.listeners.get(connectionId);
      this.listeners.set(connectionId, listener);
      if (previous !== undefined) this.end(connectionId, previous);
      // Whoever was told of its end may have subscribed again, and taken over in turn.
      if (this.listeners.get(connectionId) !== listener) return subscriber.complete();
      listener.onEnd = onSubscribed?.();
      subscriber.add(stream.subscribe(subscriber));
      subscriber.add(() => this.end(connectionId, listener));
    });
  }

  /** Sends to one connection; without a listener the message is dropped. */
  sendTo(connectionId: string, message: PushedMessage): void {
    this.listeners.get(connectionId)?.stream.next(message);
  }

  /** Ends the stream of one connection; without a listener nothing happens. */
  disconnect(connectionId: string): void {
    const listener = this.listeners.get(connectionId);
    if (listener !== undefined) this.end(connectionId, listener);
  }

  /** Sends any notification to everybody who listens and is meant. Throws as `notify` does. */
  broadcast(notification: JsonRpcNotification, options: RecipientOptions = {}): void {
    for (const { stream } of this.meant(options)) stream.next(notification);
  }

  /** Completes every stream, and every later one at once. Changes are told no more. */
  close(): void {
    this.isClosed = true;
    this.changes.complete();
    for (const [id, listener] of [...this.listeners]) this.end(id, listener);
  }

  /** Those who listen now; whoever comes while they are told is not among them. */
  private meant(options: RecipientOptions): readonly Listener[] {
    const where = readSelector(options);
    const all = [...this.listeners.values()];
    if (where === undefined) return all;
    const isMeant = toPredicate(where);
    return all.filter(({ describe }) => {
      const recipient = describe?.();
      return recipient !== undefined && isMeant(recipient);
    });
  }

  /** The connection is gone before its subscriber is told, who may come back at once. */
  private end(connectionId: string, listener: Listener): void {
    if (this.listeners.get(connectionId) === listener) this.listeners.delete(connectionId);
    const { onEnd } = listener;
    listener.onEnd = undefined;
    onEnd?.();
    listener.stream.complete();
  }
}

function told(options: RecipientOptions): RecipientOptions {
  const where = readSelector(options);
  return where === undefined ? {} : { where };
}
