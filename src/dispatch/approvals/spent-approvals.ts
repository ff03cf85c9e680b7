import type { Clock } from '../../protocol/clock.js';

/**
 * Remembers which approvals were used, so that each runs its tool once. Asynchronous, since several
 * processes may share one.
 *
 * @publicApi
 */
export interface SpentApprovals {
  /**
   * Spends an approval, atomically.
   *
   * @param expiresAt milliseconds since the epoch; the entry must be kept until then
   * @returns `spent` when it was used before, `full` when it cannot be remembered
   */
  spend(id: string, expiresAt: number): Promise<'ok' | 'spent' | 'full'>;
}

/** Remembers in this process; never forgets an entry that has not expired. */
export class MemorySpentApprovals implements SpentApprovals {
  /** In the order of spending, which is nearly that of expiry: every approval lives equally long. */
  private readonly spent = new Map<string, number>();

  constructor(
    private readonly maxEntries: number,
    private readonly clock: Clock,
  ) {}

  get size(): number {
    return this.spent.size;
  }

  spend(id: string, expiresAt: number): Promise<'ok' | 'spent' | 'full'> {
    return Promise.resolve(this.spendNow(id, expiresAt));
  }

  private spendNow(id: string, expiresAt: number): 'ok' | 'spent' | 'full' {
    if (this.spent.has(id)) return 'spent';
    if (this.spent.size >= this.maxEntries) this.forgetExpired();
    if (this.spent.size >= this.maxEntries) return 'full';
    this.spent.set(id, expiresAt);
    return 'ok';
  }

  private forgetExpired(): void {
    const now = this.clock.now();
    for (const [id, expiresAt] of this.spent) if (expiresAt <= now) this.spent.delete(id);
  }
}
