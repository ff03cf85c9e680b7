/** Longer timers overflow in Node and fire at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** True for a time that a timer can wait. */
export const isTimerMs = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) > 0 && (value as number) <= MAX_TIMER_MS;
