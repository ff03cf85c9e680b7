import type { Clock, Timer } from '../protocol/clock.js';
import { systemClock } from '../protocol/clock.js';
import type { SessionStore, StoredSession } from './session-store.interface.js';

/**
 * Bounds of a {@link MemorySessionStore}.
 *
 * @publicApi
 */
export interface MemorySessionStoreOptions {
  /** Records kept; the one that was saved or touched the longest ago goes first. Default 10 000. */
  readonly maxRecords?: number;
}

interface Kept {
  readonly json: string;
  readonly expiresAt: number;
}

/**
 * Keeps records in this process: for tests, and for servers of one process that share it. It does not
 * outlive the process.
 *
 * @publicApi
 */
export class MemorySessionStore implements SessionStore {
  /** By id, the one that was saved or touched last at the end. */
  private readonly records = new Map<string, Kept>();
  private readonly maxRecords: number;
  private sweep: Timer | undefined;

  /** @param clock by default the real one */
  constructor(
    { maxRecords = 10_000 }: MemorySessionStoreOptions = {},
    private readonly clock: Clock = systemClock,
  ) {
    this.maxRecords = maxRecords;
  }

  /** How many records there are. */
  get size(): number {
    return this.records.size;
  }

  async save(session: StoredSession, ttlMs: number): Promise<void> {
    this.keep(session.id, JSON.stringify(session), ttlMs);
  }

  async load(id: string): Promise<StoredSession | undefined> {
    const json = this.find(id)?.json;
    return json === undefined ? undefined : (JSON.parse(json) as StoredSession);
  }

  async delete(id: string): Promise<void> {
    this.records.delete(id);
    this.scheduleSweep();
  }

  async touch(id: string, ttlMs: number): Promise<boolean> {
    const kept = this.find(id);
    if (kept === undefined) return false;
    this.keep(id, kept.json, ttlMs);
    return true;
  }

  async list(): Promise<readonly string[]> {
    return [...this.records.keys()].filter((id) => this.find(id) !== undefined);
  }

  private keep(id: string, json: string, ttlMs: number): void {
    this.records.delete(id);
    this.records.set(id, { json, expiresAt: this.clock.now() + ttlMs });
    const [oldest] = this.records.keys();
    if (this.records.size > this.maxRecords && oldest !== undefined) this.records.delete(oldest);
    this.scheduleSweep();
  }

  private find(id: string): Kept | undefined {
    const kept = this.records.get(id);
    return kept !== undefined && kept.expiresAt > this.clock.now() ? kept : undefined;
  }

  /** One timer for all records; it may come early for records that were touched meanwhile. */
  private scheduleSweep(): void {
    if (this.records.size === 0) {
      this.sweep?.cancel();
      this.sweep = undefined;
    } else if (this.sweep === undefined) {
      let next = Number.POSITIVE_INFINITY;
      for (const { expiresAt } of this.records.values()) next = Math.min(next, expiresAt);
      this.sweep = this.clock.after(Math.max(1, next - this.clock.now()), () => this.expire());
    }
  }

  private expire(): void {
    this.sweep = undefined;
    for (const id of [...this.records.keys()]) {
      if (this.find(id) === undefined) this.records.delete(id);
    }
    this.scheduleSweep();
  }
}
