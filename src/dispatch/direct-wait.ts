import type { Clock } from '../protocol/clock.js';
import { deferred } from '../protocol/deferred.js';
import { isTimerMs, MAX_TIMER_MS } from '../protocol/timer-ms.js';
import type { DirectCallers } from './direct-callers.js';
import { McpTimeoutError } from './timeout.error.js';

/**
 * Options of `McpDispatcher.handleMessage()`.
 *
 * @publicApi
 */
export interface HandleMessageOptions {
  /** Milliseconds to wait; default: as long as it takes. */
  readonly timeoutMs?: number;
  /** Gives up waiting, and the call, when it is aborted. */
  readonly signal?: AbortSignal;
}

/** How long a direct caller waits for one answer. */
export class DirectWait {
  /** @throws RangeError for a time no timer can wait, the reason of a signal that is aborted already */
  constructor(
    private readonly options: HandleMessageOptions,
    private readonly clock: Clock,
    private readonly callers: DirectCallers,
  ) {
    const { timeoutMs, signal } = options;
    if (timeoutMs !== undefined && !isTimerMs(timeoutMs)) {
      throw new RangeError(
        `timeoutMs must be a whole number from 1 to ${MAX_TIMER_MS}, not ${timeoutMs}; leave it out to wait`,
      );
    }
    signal?.throwIfAborted();
  }

  /**
   * The answer, if it comes in time.
   *
   * @param cancel called when the caller gives up
   * @throws McpTimeoutError, or the reason of the signal
   */
  async for<T>(answer: Promise<T>, cancel: () => void): Promise<T> {
    const { timeoutMs, signal } = this.options;
    if (timeoutMs === undefined && signal === undefined) return answer;
    const gaveUp = deferred<never>();
    const giveUp = (reason: unknown) => {
      gaveUp.reject(reason);
      cancel();
    };
    const timer =
      timeoutMs === undefined
        ? undefined
        : this.clock.after(timeoutMs, () => giveUp(new McpTimeoutError(timeoutMs)));
    const unwatch = signal && this.callers.watch(signal, giveUp);
    try {
      return await Promise.race([answer, gaveUp.promise]);
    } finally {
      timer?.cancel();
      unwatch?.();
    }
  }
}
