import type { Clock } from './clock.js';
import { deferred } from './deferred.js';

/** Waits for something that does not reject, at most `ms` milliseconds; gives whether it came to an end. */
export async function endsWithin(
  clock: Clock,
  ms: number,
  ending: Promise<unknown>,
): Promise<boolean> {
  const timeUp = deferred<false>();
  const timer = clock.after(ms, () => timeUp.resolve(false));
  const hasEnded = await Promise.race([ending.then(() => true), timeUp.promise]);
  timer.cancel();
  return hasEnded;
}
