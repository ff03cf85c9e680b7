import { Observable, Subject } from 'rxjs';
import type { JsonRpcNotification, JsonRpcResponse, ServerRequest } from '../protocol/json-rpc.js';

/** Anything that is pushed to a connection. */
export type PushedMessage = JsonRpcNotification | JsonRpcResponse | ServerRequest;

/** What a subscriber wants to be told. */
export interface ConnectionEvents {
  /** The subscription began; an earlier one under the id has ended. */
  readonly onStart?: () => void;
  /** The subscription ended, for whatever reason. Called once. */
  readonly onEnd?: () => void;
}

/**
 * Messages on their way to connections: one hot stream per connection, addressed by id. Nothing is
 * kept for a connection nobody listens to, and nothing sent to one is seen by another. Only
 * notifications are broadcast.
 *
 * @publicApi
 */
export class McpNotificationBus {
  private readonly streams = new Map<string, Subject<PushedMessage>>();

  /** True while somebody listens under this id. */
  isLive(connectionId: string): boolean {
    return this.streams.has(connectionId);
  }

  /** How many connections are listened to; zero at rest. */
  get size(): number {
    return this.streams.size;
  }

  /**
   * The messages of one connection from now on. A second subscription under an id takes over and the
   * first ends.
   */
  connect(
    connectionId: string,
    { onStart, onEnd }: ConnectionEvents = {},
  ): Observable<PushedMessage> {
    return new Observable((subscriber) => {
      this.streams.get(connectionId)?.complete();
      const stream = new Subject<PushedMessage>();
      this.streams.set(connectionId, stream);
      onStart?.();
      subscriber.add(stream.subscribe(subscriber));
      subscriber.add(() => {
        if (this.streams.get(connectionId) === stream) this.streams.delete(connectionId);
        onEnd?.();
      });
    });
  }

  /** Sends to one connection; without a listener the message is dropped. */
  sendTo(connectionId: string, message: PushedMessage): void {
    this.streams.get(connectionId)?.next(message);
  }

  /** Sends to everybody who listens. */
  broadcast(notification: JsonRpcNotification): void {
    for (const stream of [...this.streams.values()]) stream.next(notification);
  }

  /** Completes every stream. */
  close(): void {
    for (const stream of [...this.streams.values()]) stream.complete();
  }
}
