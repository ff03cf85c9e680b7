import type { Clock } from '../../protocol/clock.js';
import { settlesWithin } from '../../protocol/settles-within.js';
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
  const giveUp = () => {
    const error = new CallbackTimeoutError(timeoutMs);
    controller.abort(error);
    return error;
  };
  return settlesWithin(clock, timeoutMs, () => work(controller.signal), giveUp);
}
