import type { Clock, Timer } from '../protocol/clock.js';

/** Bounds of attempts. */
export interface RestoreAttemptLimits {
  /** Attempts to restore one session that fail, after which it is given up. */
  readonly maxRestoreAttempts: number;
  readonly sessionIdleMs: number;
  /** Sessions whose failures are remembered; the oldest is forgotten first. */
  readonly maxSessions: number;
}

/** The second attempt waits for so long, and each later one for twice the time. */
const FIRST_DELAY_MS = 1_000;

interface Failure {
  count: number;
  notBefore: number;
  readonly expiry: Timer;
}

/**
 * Counts the restores of each session that failed. A client that repeats its request would otherwise
 * run the code that fails again and again.
 */
export class RestoreAttempts {
  private readonly failures = new Map<string, Failure>();

  constructor(
    private readonly limits: RestoreAttemptLimits,
    private readonly clock: Clock,
  ) {}

  /** Sessions with failures; zero at rest. */
  get size(): number {
    return this.failures.size;
  }

  /** Milliseconds until the next attempt; 0 when it may be made. */
  delayOf(key: string): number {
    const failure = this.failures.get(key);
    return failure === undefined ? 0 : Math.max(0, failure.notBefore - this.clock.now());
  }

  /** An attempt failed. Returns false when there is to be no other. */
  failed(key: string): boolean {
    const failure = this.failures.get(key) ?? this.begin(key);
    failure.count++;
    failure.notBefore = this.clock.now() + FIRST_DELAY_MS * 2 ** (failure.count - 1);
    if (failure.count < this.limits.maxRestoreAttempts) return true;
    this.forget(key);
    return false;
  }

  /** An attempt succeeded, or there will be none. */
  forget(key: string): void {
    this.failures.get(key)?.expiry.cancel();
    this.failures.delete(key);
  }

  close(): void {
    for (const key of [...this.failures.keys()]) this.forget(key);
  }

  private begin(key: string): Failure {
    const [oldest] = this.failures.keys();
    if (this.failures.size >= this.limits.maxSessions && oldest !== undefined) this.forget(oldest);
    const expiry = this.clock.after(this.limits.sessionIdleMs, () => this.forget(key));
    const failure = { count: 0, notBefore: 0, expiry };
    this.failures.set(key, failure);
    return failure;
  }
}
