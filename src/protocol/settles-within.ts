import type { Clock } from './clock.js';

/**
 * What `work` gives, if it does so in time. What comes later is dropped.
 *
 * @param late makes the reason once the time is up
 * @throws that reason after `ms` milliseconds; else what `work` throws
 */
export function settlesWithin<T>(
  clock: Clock,
  ms: number,
  work: () => T | Promise<T>,
  late: () => Error = () => new Error(`no answer within ${ms} ms`),
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = clock.after(ms, () => reject(late()));
    start(work)
      .finally(() => timer.cancel())
      .then(resolve, reject);
  });
}

/** A synchronous throw is a rejection like any other. */
const start = async <T>(work: () => T | Promise<T>): Promise<T> => work();
