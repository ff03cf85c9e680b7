import type { Clock } from '../protocol/clock.js';

/**
 * What `work` gives, if it does so in time. What comes later is dropped.
 *
 * @throws Error after `ms` milliseconds; else what `work` throws
 */
export function settlesWithin<T>(clock: Clock, ms: number, work: () => Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = clock.after(ms, () => reject(new Error(`no answer within ${ms} ms`)));
    start(work)
      .then(resolve, reject)
      .finally(() => timer.cancel());
  });
}

/** A synchronous throw is a rejection like any other. */
const start = async <T>(work: () => Promise<T>): Promise<T> => work();
