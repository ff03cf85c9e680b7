import type { Clock } from '../protocol/clock.js';
import { deferred } from '../protocol/deferred.js';

/** Tells somebody who looks at a task from time to time when looking again is worth it. */
export class TaskNews {
  private readonly stop: () => void;
  private isNew = false;
  private wake: (() => void) | undefined;

  /** @param watch tells of each change of the task, and gives what ends that */
  constructor(
    watch: (listener: () => void) => () => void,
    private readonly clock: Clock,
  ) {
    this.stop = watch(() => {
      this.isNew = true;
      this.wake?.();
    });
  }

  /**
   * Resolves when something has changed since it resolved last, and at the latest at `until`,
   * milliseconds since the Unix epoch.
   *
   * @throws the reason of the abort
   */
  async next(until: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (!this.isNew) await this.wait(until, signal);
    this.isNew = false;
    signal.throwIfAborted();
  }

  close(): void {
    this.stop();
  }

  private async wait(until: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = deferred<void>();
    const timer = this.clock.after(Math.max(1, until - this.clock.now()), resolve);
    const onAbort = () => resolve();
    signal.addEventListener('abort', onAbort, { once: true });
    this.wake = resolve;
    await promise;
    this.wake = undefined;
    timer.cancel();
    signal.removeEventListener('abort', onAbort);
  }
}
