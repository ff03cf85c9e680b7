import type { Clock, Timer } from '../../protocol/clock.js';

/** Pieces of work that may be under way at once. */
const AT_ONCE = 16;

/** What places are made from. */
export interface BackgroundLimits {
  readonly clock: Clock;
  /** Milliseconds after which work gives its place to others. */
  readonly timeoutMs: number;
  /** While so much work that took too long has not ended, no other begins. */
  readonly maxAbandoned: number;
}

/** The place of one piece of work. */
export interface BackgroundPlace {
  /** True once the work took too long. */
  readonly isOverdue: boolean;
  /** The work has ended. */
  leave(): void;
}

/** Places for work of the application that no request waits for: a few, whatever clients do. */
export class BackgroundPlaces {
  private readonly timers = new Set<Timer>();
  private overdue = 0;

  constructor(private readonly limits: BackgroundLimits) {}

  /** True while nothing may begin. */
  get areFull(): boolean {
    return this.timers.size >= AT_ONCE || this.overdue >= this.limits.maxAbandoned;
  }

  /** @param onOverdue called once the work takes too long, and its place is free */
  take(onOverdue: () => void): BackgroundPlace {
    const { clock, timeoutMs } = this.limits;
    let isOverdue = false;
    const timer = clock.after(timeoutMs, () => {
      isOverdue = true;
      this.overdue++;
      this.timers.delete(timer);
      onOverdue();
    });
    this.timers.add(timer);
    return {
      get isOverdue() {
        return isOverdue;
      },
      leave: () => {
        timer.cancel();
        this.timers.delete(timer);
        if (isOverdue) this.overdue--;
      },
    };
  }

  /** Nothing becomes overdue any more. */
  close(): void {
    for (const timer of this.timers) timer.cancel();
    this.timers.clear();
  }
}
