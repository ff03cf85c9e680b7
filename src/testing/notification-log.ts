import type { JsonRpcNotification } from '../protocol/json-rpc.js';

interface Waiter {
  readonly method: string;
  readonly resolve: (notification: JsonRpcNotification) => void;
  readonly reject: (reason: Error) => void;
}

/** Every notification a test client received, and those a test still waits for. */
export class NotificationLog {
  readonly all: JsonRpcNotification[] = [];
  /** How many of each method were given out. */
  private readonly given = new Map<string, number>();
  private readonly waiters = new Set<Waiter>();
  private isClosed = false;

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
    if (this.isClosed) return Promise.reject(closed(method));
    return new Promise((resolve, reject) => this.waiters.add({ method, resolve, reject }));
  }

  close(): void {
    this.isClosed = true;
    for (const { method, reject } of this.waiters) reject(closed(method));
    this.waiters.clear();
  }

  private count(method: string): void {
    this.given.set(method, (this.given.get(method) ?? 0) + 1);
  }
}

const closed = (method: string): Error => new Error(`the client was closed before ${method} came`);
