import type { Clock, Timer } from '../../src/protocol/clock.js';

interface Pending {
  readonly due: number;
  readonly callback: () => void;
}

/** A clock that only moves when it is told to. */
export class ManualClock implements Clock {
  private time = 1_000_000;
  private readonly pending = new Set<Pending>();

  /** How many timers wait. */
  get timers(): number {
    return this.pending.size;
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

  /** Moves time, firing what falls due on the way, in order. */
  advance(ms: number): void {
    const end = this.time + ms;
    for (let next = this.nextBy(end); next !== undefined; next = this.nextBy(end)) {
      this.pending.delete(next);
      this.time = next.due;
      next.callback();
    }
    this.time = end;
  }

  private nextBy(end: number): Pending | undefined {
    return [...this.pending].filter(({ due }) => due <= end).sort((a, b) => a.due - b.due)[0];
  }
}
