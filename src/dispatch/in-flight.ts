import type { RequestId } from '../protocol/json-rpc.js';

/**
 * Requests being worked on, so that `notifications/cancelled` finds them. Several may share an id
 * (hosted clients send id 1 for everything), and cancelling the id cancels each of them.
 */
export class InFlight {
  private readonly all = new Set<AbortController>();
  private readonly scopes = new Map<object, Map<RequestId, Set<AbortController>>>();

  /** How many requests are being worked on. */
  get size(): number {
    return this.all.size;
  }

  /** True when a request of this id is being worked on. */
  has(scope: object, id: RequestId): boolean {
    return this.scopes.get(scope)?.has(id) ?? false;
  }

  /**
   * Registers a request until the returned function is called. Without a scope it can be cancelled
   * only together with all others.
   */
  add(scope: object | undefined, id: RequestId, controller: AbortController): () => void {
    this.all.add(controller);
    const leaveScope = scope && this.addTo(scope, id, controller);
    return () => {
      this.all.delete(controller);
      leaveScope?.();
    };
  }

  /** Cancels every request of this id. Unknown ids are fine: the answer may just have left. */
  cancel(scope: object, id: RequestId, reason: Error): void {
    for (const controller of [...(this.scopes.get(scope)?.get(id) ?? [])]) controller.abort(reason);
  }

  /** Cancels everything in a scope. */
  cancelAll(scope: object, reason: Error): void {
    for (const calls of [...(this.scopes.get(scope)?.values() ?? [])]) {
      for (const controller of [...calls]) controller.abort(reason);
    }
  }

  /** Cancels everything. */
  close(reason: Error): void {
    for (const controller of [...this.all]) controller.abort(reason);
  }

  private addTo(scope: object, id: RequestId, controller: AbortController): () => void {
    const ids = this.scopes.get(scope) ?? new Map<RequestId, Set<AbortController>>();
    const calls = ids.get(id) ?? new Set<AbortController>();
    this.scopes.set(scope, ids.set(id, calls.add(controller)));
    return () => {
      if (!calls.delete(controller)) return;
      if (calls.size === 0) ids.delete(id);
      if (ids.size === 0) this.scopes.delete(scope);
    };
  }
}
