import type { Clock } from '../protocol/clock.js';

/** Ids that are remembered for a while, of which there are never too many. */
export class RecentIds {
  /** When each is forgotten, the oldest first. */
  private readonly entries = new Map<string, number>();

  constructor(
    private readonly limits: {
      /** Milliseconds for which an id is remembered. */
      readonly keepMs: number;
      /** Ids remembered; the oldest is forgotten first. */
      readonly max: number;
    },
    private readonly clock: Clock,
  ) {}

  get size(): number {
    return this.entries.size;
  }

  has(id: string): boolean {
    const until = this.entries.get(id);
    return until !== undefined && until > this.clock.now();
  }

  add(id: string): void {
    this.entries.delete(id);
    this.entries.set(id, this.clock.now() + this.limits.keepMs);
    const [oldest] = this.entries.keys();
    if (this.entries.size > this.limits.max && oldest !== undefined) this.entries.delete(oldest);
  }

  delete(id: string): void {
    this.entries.delete(id);
  }

  /** Forgets those whose time is over, and gives the others. */
  current(): readonly string[] {
    for (const id of [...this.entries.keys()]) if (!this.has(id)) this.entries.delete(id);
    return [...this.entries.keys()];
  }

  clear(): void {
    this.entries.clear();
  }
}
