import type { Clock } from '../protocol/clock.js';
import type { GuardedSessionStore } from './guarded-session-store.js';
import { RecentIds } from './recent-ids.js';

/** What remembering ends needs. */
export interface EndedSessionParts {
  readonly store: () => GuardedSessionStore | undefined;
  /** Whether ids of ended sessions are remembered for a while, since unknown ones are taken. */
  readonly remembersEnds: boolean;
  readonly limits: {
    /** Milliseconds an ended session is remembered, as long as one that is not used is kept. */
    readonly sessionIdleMs: number;
    readonly maxSessions: number;
  };
  readonly clock: Clock;
  /** Told when there may be nothing left to do. */
  readonly onSettled: () => void;
}

/** Sessions that are over and must not come back, and whose records are taken out of the store. */
export class EndedSessions {
  /** Their records may still be there. */
  private readonly leaving: RecentIds;
  /** Over for good, where ids of unknown sessions are taken. */
  private readonly finished: RecentIds;
  private readonly takingOut = new Set<Promise<void>>();

  constructor(private readonly parts: EndedSessionParts) {
    const { sessionIdleMs: keepMs, maxSessions: max } = parts.limits;
    this.leaving = new RecentIds({ keepMs, max }, parts.clock);
    this.finished = new RecentIds({ keepMs, max }, parts.clock);
  }

  /** Ids that are remembered. */
  get size(): number {
    return this.leaving.size + this.finished.size;
  }

  /** What is being taken out now; none of it rejects. */
  get work(): readonly Promise<void>[] {
    return [...this.takingOut];
  }

  has(id: string): boolean {
    return this.leaving.has(id) || this.finished.has(id);
  }

  /** The session is over for good. */
  finish(id: string): void {
    if (this.parts.remembersEnds) this.finished.add(id);
  }

  /**
   * Until the record is gone the session must not be found there; tried again if that fails.
   *
   * @param last what is still done with it
   */
  takeOut(id: string, last?: Promise<void>): void {
    this.leaving.add(id);
    const work = this.deleteAfter(id, last).finally(() => {
      this.takingOut.delete(work);
      this.parts.onSettled();
    });
    this.takingOut.add(work);
  }

  /** Forgets those whose time is over, and gives those whose records may still be there. */
  outstanding(): readonly string[] {
    this.finished.current();
    return this.leaving.current();
  }

  /**
   * Takes the record out, now.
   *
   * @throws StoreFailedError, and then it is outstanding
   */
  async delete(id: string): Promise<void> {
    await this.parts.store()?.delete(id);
    this.leaving.delete(id);
  }

  clear(): void {
    this.leaving.clear();
    this.finished.clear();
  }

  private async deleteAfter(id: string, last: Promise<void> | undefined): Promise<void> {
    await last;
    try {
      await this.delete(id);
    } catch {
      // Reported by the store itself.
    }
  }
}
