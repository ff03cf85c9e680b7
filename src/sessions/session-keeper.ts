import type { Logger } from '@nestjs/common';
import { DEFAULT_SERVER_ID } from '../mcp.tokens.js';
import type { Clock, Timer } from '../protocol/clock.js';
import type { Connection } from './connection.js';
import { EndedSessions } from './ended-sessions.js';
import type { StoreOperation } from './guarded-session-store.js';
import { GuardedSessionStore } from './guarded-session-store.js';
import { readStoredSession } from './read-stored-session.js';
import type { SessionEndReason } from './session-end.js';
import { SessionSaver } from './session-saver.js';
import type { SessionStore, StoredSession } from './session-store.interface.js';
import { settlesWithin } from '../protocol/settles-within.js';

/** Bounds of what is kept of sessions. */
export interface SessionKeeperLimits {
  /** Milliseconds a session is kept after it was last used. */
  readonly sessionIdleMs: number;
  readonly maxSessions: number;
  /** Milliseconds a call of the session store may take. */
  readonly storeTimeoutMs: number;
}

/** What the keeper is made of. */
export interface SessionKeeperParts {
  /** Id of the server whose sessions these are. */
  readonly server: string;
  /** Known only once the application's classes exist. */
  readonly store: () => SessionStore | undefined;
  /** Makes what is kept out of the state of a session. */
  readonly serialize: (state: Record<string, unknown>) => unknown;
  /** Whether ids of ended sessions are remembered for a while, since unknown ones are taken. */
  readonly remembersEnds: boolean;
  readonly limits: SessionKeeperLimits;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onFailed: (operation: StoreOperation, sessionId: string) => void;
  /** Told each time `serialize` threw or took too long. */
  readonly onSerializeFailed: () => void;
}

/** Whether a session was used since a time, in milliseconds since the Unix epoch. */
export type WasUsedSince = (since: number) => boolean;

interface Kept {
  readonly saver: SessionSaver;
  readonly wasUsedSince: WasUsedSince;
}

/**
 * Keeps the records of the sessions of this process in the application's store: saved with every
 * change, kept for as long as the session is used, taken out when it ends. Without a store it does
 * nothing.
 */
export class SessionKeeper {
  private readonly kept = new Map<Connection, Kept>();
  private readonly ended: EndedSessions;
  private guarded: GuardedSessionStore | undefined;
  private timer: Timer | undefined;
  private refreshedAt: number;
  private isRefreshing = false;
  private hasComplained = false;

  constructor(private readonly parts: SessionKeeperParts) {
    this.ended = new EndedSessions({
      ...parts,
      store: () => this.store,
      onSettled: () => this.settle(),
    });
    this.refreshedAt = parts.clock.now();
  }

  /** Sessions whose records are kept, and ended ones that are remembered; zero at rest. */
  get size(): number {
    return this.kept.size + this.ended.size;
  }

  /** True when there is a store. */
  get hasStore(): boolean {
    return this.parts.store() !== undefined;
  }

  /** A session lives here from now on. */
  watch(connection: Connection, wasUsedSince: WasUsedSince): void {
    const { server, clock, serialize, limits, logger, onSerializeFailed } = this.parts;
    const { store } = this;
    if (store === undefined) return;
    const saver = new SessionSaver(connection, {
      server,
      store,
      clock,
      serialize,
      ttlMs: limits.sessionIdleMs,
      timeoutMs: limits.storeTimeoutMs,
      logger,
      onSerializeFailed,
    });
    connection.watcher = () => saver.changed();
    this.kept.set(connection, { saver, wasUsedSince });
    saver.changed();
    this.schedule();
  }

  /**
   * The record of a session that may come back, `undefined` if there is none that can be read.
   *
   * @throws StoreFailedError
   */
  async load(id: string): Promise<StoredSession | undefined> {
    const record: unknown = await this.store?.load(id);
    // Also one that ended while the store was asked.
    if (record === undefined || record === null || this.hasEnded(id)) return undefined;
    try {
      return readStoredSession(record, id);
    } catch (thrown) {
      this.complain(thrown);
      return undefined;
    }
  }

  /** True for the record of a session of this server; another may keep its own in the same store. */
  isOwn({ server = DEFAULT_SERVER_ID }: StoredSession): boolean {
    return server === this.parts.server;
  }

  /** True for a session that ended here and must not come back. */
  hasEnded(id: string): boolean {
    return this.ended.has(id);
  }

  /**
   * Takes the record of a session out of the store, before the session ends. `undefined` where nothing
   * is kept of it.
   *
   * @throws StoreFailedError, and then the session can still be ended
   */
  remove(connection: Connection): Promise<void> | undefined {
    return this.kept.get(connection)?.saver.remove();
  }

  /**
   * A session of this process is over; a second call changes nothing. Its record stays where the
   * server stops, so that another process, or this one when it is back, goes on with the session.
   */
  release(connection: Connection, reason: SessionEndReason): void {
    const kept = this.kept.get(connection);
    if (reason !== 'shutdown' && reason !== 'expired') this.ended.finish(connection.id);
    if (kept !== undefined) this.letGo(connection, kept, reason);
    this.settle();
  }

  /** A session does not come back. */
  discard(id: string): void {
    this.ended.finish(id);
    this.ended.takeOut(id);
  }

  /** Saves what is not saved yet, as far as the store manages in its time. */
  async flush(): Promise<void> {
    const { clock, limits, logger } = this.parts;
    const work = [...this.kept.values()].map(({ saver }) => saver.flush());
    work.push(...this.ended.work);
    if (work.length === 0) return;
    try {
      await settlesWithin(clock, limits.storeTimeoutMs, () => Promise.all(work));
    } catch {
      logger.warn(
        'The latest changes of some sessions are not stored: the server stopped before the session ' +
          'store was done (limits.storeTimeoutMs)',
      );
    }
  }

  /** Keeps nothing more. What is stored stays. */
  close(): void {
    for (const connection of [...this.kept.keys()]) this.release(connection, 'shutdown');
    this.ended.clear();
    this.settle();
  }

  private get store(): GuardedSessionStore | undefined {
    const given = this.parts.store();
    if (given === undefined) return undefined;
    const { clock, limits, logger, onFailed } = this.parts;
    return (this.guarded ??= new GuardedSessionStore(given, {
      clock,
      timeoutMs: limits.storeTimeoutMs,
      logger,
      onFailed,
    }));
  }

  private letGo(connection: Connection, { saver }: Kept, reason: SessionEndReason): void {
    this.kept.delete(connection);
    connection.watcher = undefined;
    const closed = saver.close();
    // Before a DELETE the record was removed already.
    if (reason !== 'shutdown' && reason !== 'deleted') this.ended.takeOut(connection.id, closed);
  }

  /** There is a timer while there is something to do. */
  private settle(): void {
    if (this.size > 0) return this.schedule();
    this.timer?.cancel();
    this.timer = undefined;
  }

  /** One timer for all sessions, so often that no record of a session in use runs out. */
  private schedule(): void {
    if (this.timer !== undefined) return;
    const { clock, limits } = this.parts;
    this.timer = clock.after(Math.max(1, Math.floor(limits.sessionIdleMs / 2)), () => {
      this.timer = undefined;
      if (!this.isRefreshing) void this.refresh();
      else this.settle();
    });
  }

  /** One after another, so that a slow store is not flooded. A store that fails is left for this time. */
  private async refresh(): Promise<void> {
    const since = this.refreshedAt;
    this.refreshedAt = this.parts.clock.now();
    this.isRefreshing = true;
    try {
      for (const { saver, wasUsedSince } of [...this.kept.values()]) {
        await saver.refresh(wasUsedSince(since));
      }
      for (const id of this.ended.outstanding()) await this.ended.delete(id);
    } catch {
      // Reported by the store itself.
    } finally {
      this.isRefreshing = false;
      this.settle();
    }
  }

  private complain(thrown: unknown): void {
    if (this.hasComplained) return;
    this.hasComplained = true;
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    this.parts.logger.warn(
      `A stored session counts as not there, since its record cannot be read: ${why}. Said once.`,
    );
  }
}
