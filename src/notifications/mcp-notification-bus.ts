import { Observable, Subject } from 'rxjs';
import type { JsonRpcNotification, JsonRpcResponse, ServerRequest } from '../protocol/json-rpc.js';
import { ChangeBatch } from './change-batch.js';
import type { ChangedList, McpChange } from './mcp-change.js';

/**
 * Anything that is pushed to a connection.
 *
 * @publicApi
 */
export type PushedMessage = JsonRpcNotification | JsonRpcResponse | ServerRequest;

/**
 * Called when a subscription begins, after an earlier one under its id has ended. What it returns is
 * called once when this one ends, for whatever reason.
 */
export type OnSubscribed = () => () => void;

/** Somebody who listens. */
interface Listener {
  readonly stream: Subject<PushedMessage>;
  onEnd: (() => void) | undefined;
}

/**
 * What a server says without being asked. Say what changed with `resourceUpdated` and `listChanged`;
 * the server tells the clients that want to know.
 *
 * Below that are the messages on their way to connections: one hot stream per connection, addressed by
 * id. Nothing is kept for a connection nobody listens to, and nothing sent to one is seen by another.
 * Only notifications are broadcast. The id of a session is `ctx.sessionId`, on stdio it is `stdio`, and
 * a direct connection is addressed by `direct:` and its id.
 *
 * Sending never throws: RxJS reports what a subscriber throws as an uncaught exception of its own
 * (`config.onUnhandledError`), after everybody else was served.
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

  /**
   * Everything that is published, from now on: each change once, on this process only. What bridges
   * processes listens here and publishes what it hears from others with `publish`.
   */
  get changes$(): Observable<McpChange> {
    return this.changes.asObservable();
  }

  /**
   * A resource changed. Told to connections that subscribed to it (`resources/subscribe`, up to
   * 2025-11-25) and to listens that name it (2026-07-28). Changes made in one go are told once. Never
   * throws, and is dropped where nobody wants it.
   *
   * @param uri its URI, also of one that a template serves; spellings that name the same resource match
   */
  resourceUpdated(uri: string): void {
    this.batch.add({ type: 'resource_updated', uri });
  }

  /**
   * A list changed. `McpRegistry` says so itself when something comes or goes; the rest only you can know,
   * such as tools that a policy shows to others now. Changes made in one go are told once.
   */
  listChanged(list: ChangedList): void {
    this.batch.add({ type: 'list_changed', list });
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
    onSubscribed: OnSubscribed = () => () => undefined,
  ): Observable<PushedMessage> {
    return new Observable((subscriber) => {
      if (this.isClosed) return subscriber.complete();
      const stream = new Subject<PushedMessage>();
      const listener: Listener = { stream, onEnd: undefined };
      const previous = this.listeners.get(connectionId);
      this.listeners.set(connectionId, listener);
      if (previous !== undefined) this.end(connectionId, previous);
      // Whoever was told of its end may have subscribed again, and taken over in turn.
      if (this.listeners.get(connectionId) !== listener) return subscriber.complete();
      listener.onEnd = onSubscribed();
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

  /** Sends to everybody who listens. */
  broadcast(notification: JsonRpcNotification): void {
    for (const { stream } of [...this.listeners.values()]) stream.next(notification);
  }

  /** Completes every stream, and every later one at once. Changes are told no more. */
  close(): void {
    this.isClosed = true;
    this.changes.complete();
    for (const [id, listener] of [...this.listeners]) this.end(id, listener);
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
