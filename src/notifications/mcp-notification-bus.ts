import { Observable, Subject } from 'rxjs';
import type { JsonRpcNotification, JsonRpcResponse, ServerRequest } from '../protocol/json-rpc.js';

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
 * Messages on their way to connections: one hot stream per connection, addressed by id. Nothing is
 * kept for a connection nobody listens to, and nothing sent to one is seen by another. Only
 * notifications are broadcast.
 *
 * Sending never throws: RxJS reports what a subscriber throws as an uncaught exception of its own
 * (`config.onUnhandledError`), after everybody else was served.
 *
 * @publicApi
 */
export class McpNotificationBus {
  private readonly listeners = new Map<string, Listener>();
  private isClosed = false;

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

  /** Sends to everybody who listens. */
  broadcast(notification: JsonRpcNotification): void {
    for (const { stream } of [...this.listeners.values()]) stream.next(notification);
  }

  /** Completes every stream, and every later one at once. */
  close(): void {
    this.isClosed = true;
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
