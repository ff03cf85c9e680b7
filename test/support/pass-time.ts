import type { ManualClock } from './manual-clock.js';
import { settled } from './settled.js';

/** Lets time pass as it does: what a timer sets off has happened before the next one fires. */
export async function passTime(clock: ManualClock, ms: number, stepMs = 500): Promise<void> {
  for (let left = ms; left > 0; left -= stepMs) {
    clock.advance(Math.min(left, stepMs));
    await settled();
  }
}
