import { isTimerMs, MAX_TIMER_MS } from '../../protocol/timer-ms.js';

/** @throws RangeError for a time no timer can wait */
export function requireTimeout(timeoutMs: number | undefined): void {
  if (timeoutMs === undefined || isTimerMs(timeoutMs)) return;
  throw new RangeError(
    `timeoutMs of a question must be a whole number from 1 to ${MAX_TIMER_MS}, not ${timeoutMs}`,
  );
}
