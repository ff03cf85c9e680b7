import type { JsonRpcNotification } from '../protocol/json-rpc.js';

interface Waiter {
  readonly method: string;
  readonly resolve: (notification: JsonRpcNotification) => void;
  readonly reject: (reason: Error) => void;
}

/** Makes the error of a wait for notifications of a method. */
export type WaitFailure = (method: string) => Error;

/** Every notification a test client received, and those a test still waits for. */
export class NotificationLog {
  readonly all: JsonRpcNotification[] = [];
  /** How many of each method were given out. */
  private readonly given = new Map<string, number>();
  private readonly waiters = new Set<Waiter>();
  private closed: WaitFailure | undefined;

  add(notification: JsonRpcNotification): void {
    this.all.push(notification);
    for (const waiter of this.waiters) {
      if (waiter.method !== notification.method) continue;
      this.waiters.delete(waiter);
      this.count(notification.method);
      return waiter.resolve(notification);
    }
  }

  /** Each notification of a method once, in order, as it comes. */
  next(method: string): Promise<JsonRpcNotification> {
    const index = this.given.get(method) ?? 0;
    const received = this.all.filter((notification) => notification.method === method)[index];
    if (received !== undefined) {
      this.count(method);
      return Promise.resolve(received);
    }
    if (this.closed !== undefined) return Promise.reject(this.closed(method));
    return new Promise((resolve, reject) => this.waiters.add({ method, resolve, reject }));
  }

  /** None of what is waited for can come any more. */
  end(failure: WaitFailure): void {
    for (const { method, reject } of this.waiters) reject(failure(method));
    this.waiters.clear();
  }

  /** The same for good. */
  close(failure: WaitFailure): void {
    this.closed = failure;
    this.end(failure);
  }

  private count(method: string): void {
    this.given.set(method, (this.given.get(method) ?? 0) + 1);
  }
}
