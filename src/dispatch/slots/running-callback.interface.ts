import type { CallbackClock } from './callback-clock.js';
import type { Slot } from './slot-pool.js';

/** A callback that runs for a call. */
export interface RunningCallback {
  readonly clock: CallbackClock;

  /** Gives back the slot it has, and goes on in another. */
  moveTo(slot: Slot): void;
}
