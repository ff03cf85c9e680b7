import type { Clock, Timer } from '../../../src/protocol/clock.js';

interface Pending {
  readonly due: number;
  readonly callback: () => void;
}

/** A clock whose timers are fired one by one, so that promises may settle between two of them. */
export class StepClock implements Clock {
  private time = 1_000_000;
  private readonly pending = new Set<Pending>();

  /** How many timers wait. */
  get timers(): number {
    return this.pending.size;
  }

  /** When the next timer is due. */
  get nextDue(): number | undefined {
    return this.next()?.due;
  }

  now(): number {
    return this.time;
  }

  monotonic(): number {
    return this.time;
  }

  after(ms: number, callback: () => void): Timer {
    const timer = { due: this.time + ms, callback };
    this.pending.add(timer);
    return { cancel: () => void this.pending.delete(timer) };
  }

  /** Fires the next timer due by then; without one, moves there and returns false. */
  step(end: number): boolean {
    const next = this.next();
    if (next === undefined || next.due > end) {
      this.time = end;
      return false;
    }
    this.pending.delete(next);
    this.time = next.due;
    next.callback();
    return true;
  }

  /** Among equals the one that was set first: a Set keeps the order. */
  private next(): Pending | undefined {
    let first: Pending | undefined;
    for (const timer of this.pending)
      if (first === undefined || timer.due < first.due) first = timer;
    return first;
  }
}
