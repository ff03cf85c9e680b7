import { isTimerMs, MAX_TIMER_MS } from '../../protocol/timer-ms.js';
import type { TaskStart } from './call-task.interface.js';

/** @throws RangeError for times that are no whole milliseconds */
export function requireTaskTimes({ ttlMs, pollIntervalMs }: TaskStart): void {
  for (const [name, given] of Object.entries({ ttlMs, pollIntervalMs })) {
    if (given === undefined || isTimerMs(given)) continue;
    throw new RangeError(
      `ctx.startTask(): ${name} must be a whole number from 1 to ${MAX_TIMER_MS}, not ${given}`,
    );
  }
}
