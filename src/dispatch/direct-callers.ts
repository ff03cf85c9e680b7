type OnGone = (reason: unknown) => void;

/**
 * Callers inside this process, each known by a signal that says when it is gone. A signal has one
 * listener, however many requests its caller has under way.
 */
export class DirectCallers {
  private readonly callers = new Map<AbortSignal, Set<OnGone>>();

  /** How many callers have something under way; zero at rest. */
  get size(): number {
    return this.callers.size;
  }

  /**
   * Calls `onGone` with the reason when the caller is gone, until the returned function is called; at
   * once if it is gone already.
   */
  watch(caller: AbortSignal, onGone: OnGone): () => void {
    if (caller.aborted) onGone(caller.reason);
    const watching = this.callers.get(caller) ?? this.listen(caller);
    watching.add(onGone);
    return () => {
      watching.delete(onGone);
      if (watching.size === 0 && this.callers.get(caller) === watching) this.stop(caller);
    };
  }

  private listen(caller: AbortSignal): Set<OnGone> {
    const watching = new Set<OnGone>();
    this.callers.set(caller, watching);
    caller.addEventListener('abort', this.onAbort);
    return watching;
  }

  private stop(caller: AbortSignal): void {
    this.callers.delete(caller);
    caller.removeEventListener('abort', this.onAbort);
  }

  private readonly onAbort = ({ target }: Event): void => {
    const caller = target as AbortSignal;
    for (const onGone of [...(this.callers.get(caller) ?? [])]) onGone(caller.reason);
  };
}
