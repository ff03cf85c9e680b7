/** A timer that can be called off. Cancelling one that has fired does nothing. */
export interface Timer {
  cancel(): void;
}

/** The one source of time. Tests replace it to move time by hand. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;

  /** Milliseconds since some moment, with fractions. It never goes back, so differences are durations. */
  monotonic(): number;

  /** Runs `callback` once after `ms` milliseconds. A pending timer never keeps the process alive. */
  after(ms: number, callback: () => void): Timer;
}

/** The real clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, callback) {
    const timeout = setTimeout(callback, ms);
    timeout.unref();
    return { cancel: () => clearTimeout(timeout) };
  },
};
