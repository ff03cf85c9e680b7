/** A timer that can be called off. Cancelling one that has fired does nothing. */
export interface Timer {
  cancel(): void;
}

/** The one source of time. Tests replace it to move time by hand. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;

  /** Runs `callback` once after `ms` milliseconds. A pending timer never keeps the process alive. */
  after(ms: number, callback: () => void): Timer;
}

/** The real clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timeout = setTimeout(callback, ms);
    timeout.unref();
    return { cancel: () => clearTimeout(timeout) };
  },
};
