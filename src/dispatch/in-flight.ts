import type { RequestId } from '../protocol/json-rpc.js';
import type { ActiveCall } from './active-call.js';

/**
 * Requests without an answer yet, so that `notifications/cancelled` finds them. Several may share an
 * id (hosted clients send id 1 for everything), and cancelling the id cancels each of them.
 */
export class InFlight {
  private readonly all = new Set<ActiveCall>();
  private readonly emptyWaiters = new Set<() => void>();
  private readonly doneWaiters = new Map<object, Set<() => void>>();
  private readonly scopes = new WeakMap<object, Map<RequestId, Set<ActiveCall>>>();

  /** How many requests wait for their answer; zero at rest. */
  get size(): number {
    return this.all.size;
  }

  /** True when a request of this id waits for its answer. */
  has(scope: object, id: RequestId): boolean {
    return this.scopes.get(scope)?.has(id) ?? false;
  }

  /**
   * Registers a request until the returned function is called. Without a scope it can be cancelled
   * only together with all others.
   */
  add(call: ActiveCall): () => void {
    const { scope } = call.context;
    this.all.add(call);
    const leaveScope = scope && this.addTo(scope, call);
    return () => {
      this.all.delete(call);
      leaveScope?.();
      if (this.all.size === 0) this.becomeEmpty();
    };
  }

  /** Resolves when no request waits for its answer, at once if none does. */
  whenEmpty(): Promise<void> {
    if (this.all.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.emptyWaiters.add(resolve));
  }

  /** Requests of this id in this scope. Unknown ids give none: the answer may just have left. */
  find(scope: object, id: RequestId): readonly ActiveCall[] {
    return [...(this.scopes.get(scope)?.get(id) ?? [])];
  }

  /** All requests of a scope. */
  of(scope: object): readonly ActiveCall[] {
    return [...(this.scopes.get(scope)?.values() ?? [])].flatMap((calls) => [...calls]);
  }

  /** Resolves when no request of a scope waits for its answer; `undefined` if none does. */
  whenDone(scope: object): Promise<void> | undefined {
    if (this.of(scope).length === 0) return undefined;
    const waiters = this.doneWaiters.get(scope) ?? new Set();
    this.doneWaiters.set(scope, waiters);
    return new Promise((resolve) => waiters.add(resolve));
  }

  /** All requests. */
  everything(): readonly ActiveCall[] {
    return [...this.all];
  }

  private becomeEmpty(): void {
    for (const resolve of this.emptyWaiters) resolve();
    this.emptyWaiters.clear();
  }

  private addTo(scope: object, call: ActiveCall): () => void {
    const ids = this.scopes.get(scope) ?? new Map<RequestId, Set<ActiveCall>>();
    const calls = ids.get(call.id) ?? new Set<ActiveCall>();
    this.scopes.set(scope, ids.set(call.id, calls.add(call)));
    return () => {
      if (!calls.delete(call)) return;
      if (calls.size === 0) ids.delete(call.id);
      if (ids.size === 0) this.becomeDone(scope);
    };
  }

  private becomeDone(scope: object): void {
    for (const resolve of this.doneWaiters.get(scope) ?? []) resolve();
    this.doneWaiters.delete(scope);
  }
}
