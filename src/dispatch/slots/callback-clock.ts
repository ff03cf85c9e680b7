import type { Clock, Timer } from '../../protocol/clock.js';

/** The time one callback may take. It stands still while the callback waits for the client. */
export class CallbackClock {
  private readonly begunAt: number;
  private timer: Timer | undefined;
  private left: number;
  private startedAt = 0;
  private waits = 0;

  /** @param onElapsed called once, when `ms` milliseconds have run */
  constructor(
    private readonly clock: Clock,
    ms: number,
    private readonly onElapsed: () => void,
  ) {
    this.left = ms;
    this.start();
    this.begunAt = this.startedAt;
  }

  /** Milliseconds since the callback began, waits included. */
  get elapsedMs(): number {
    return this.clock.monotonic() - this.begunAt;
  }

  /** Each `pause` needs its own `resume`. */
  pause(): void {
    this.waits++;
    if (this.timer === undefined) return;
    this.timer.cancel();
    this.timer = undefined;
    this.left -= this.clock.monotonic() - this.startedAt;
  }

  resume(): void {
    if (--this.waits === 0 && this.left !== STOPPED) this.start();
  }

  /** For good. */
  stop(): void {
    this.timer?.cancel();
    this.timer = undefined;
    this.left = STOPPED;
  }

  private start(): void {
    this.startedAt = this.clock.monotonic();
    this.timer = this.clock.after(Math.max(1, this.left), this.onElapsed);
  }
}

const STOPPED = Number.NEGATIVE_INFINITY;
