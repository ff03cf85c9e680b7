import type { Clock } from '../../protocol/clock.js';
import { CallbackTimeoutError } from '../slots/callback-timeout.error.js';

/**
 * Runs code of the application that serves no request. What it gives after its time is dropped.
 *
 * @param work its signal is aborted when the time is up
 * @throws CallbackTimeoutError after `timeoutMs`; else what `work` throws
 */
export function boundedCallback<T>(
  clock: Clock,
  timeoutMs: number,
  work: (signal: AbortSignal) => T | Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  return new Promise<T>((resolve, reject) => {
    const timer = clock.after(timeoutMs, () => {
      const error = new CallbackTimeoutError(timeoutMs);
      controller.abort(error);
      reject(error);
    });
    start(() => work(controller.signal))
      .then(resolve, reject)
      .finally(() => timer.cancel());
  });
}

/** A synchronous throw is a rejection like any other. */
const start = async <T>(work: () => T | Promise<T>): Promise<T> => work();
