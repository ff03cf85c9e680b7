/** A timer the dispatcher should have set. */
export interface ExpectedTimer {
  readonly due: number;
  readonly fire: () => void;
}

/** Time as the model has it. */
export class ExpectedTimers {
  private readonly timers = new Set<ExpectedTimer>();

  constructor(private time: number) {}

  get now(): number {
    return this.time;
  }

  get size(): number {
    return this.timers.size;
  }

  set(ms: number, fire: () => void): ExpectedTimer {
    const timer = { due: this.time + ms, fire };
    this.timers.add(timer);
    return timer;
  }

  clear(timer: ExpectedTimer | undefined): void {
    if (timer !== undefined) this.timers.delete(timer);
  }

  advance(to: number): void {
    for (;;) {
      const [next] = [...this.timers].filter(({ due }) => due <= to).toSorted(byDue);
      if (next === undefined) break;
      this.timers.delete(next);
      this.time = next.due;
      next.fire();
    }
    this.time = to;
  }
}

const byDue = (a: ExpectedTimer, b: ExpectedTimer) => a.due - b.due;
