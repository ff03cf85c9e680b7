import type { Clock, Timer } from '../protocol/clock.js';
import type { IdGenerator } from '../protocol/id-generator.js';
import type { McpTags } from '../protocol/mcp-tags.js';
import { Connection } from './connection.js';
import type { SessionEnd } from './session-end.js';

/** Bounds of the sessions one server keeps. */
export interface SessionLimits {
  /** Sessions alive at once; a new one is refused past it. */
  readonly maxSessions: number;
  /** Milliseconds without a request after which a session ends. */
  readonly sessionIdleMs: number;
}

interface Entry {
  readonly connection: Connection;
  lastUsed: number;
  /** Requests being answered, and streams; a session in use never expires. */
  uses: number;
  /** Requests being answered. */
  requests: number;
  /** How it ends when they are. */
  ending: SessionEnd | undefined;
}

/** What becomes of sessions. */
export interface SessionEvents {
  /** The application ends a session: its requests are to be answered with an error. */
  readonly stopped: (connection: Connection, detail: string) => void;
  /** Called once for each session that ended, whatever ended it. */
  readonly ended: (connection: Connection, end: SessionEnd) => void;
}

const SHUTDOWN: SessionEnd = { reason: 'shutdown', detail: 'the server stops' };
const EXPIRED: SessionEnd = { reason: 'expired', detail: 'the session was idle for too long' };

/**
 * The sessions of Streamable HTTP's legacy era. Most clients never end theirs, so idle ones expire
 * and the number is bounded.
 */
export class SessionRegistry {
  private readonly entries = new Map<string, Entry>();
  private sweep: Timer | undefined;
  /** Places that are kept for sessions on their way back. */
  private reserved = 0;
  private isClosed = false;

  constructor(
    private readonly limits: SessionLimits,
    private readonly clock: Clock,
    private readonly nextId: IdGenerator,
    private readonly events: SessionEvents,
  ) {}

  /** How many sessions are alive. */
  get size(): number {
    return this.entries.size;
  }

  /** A new session, or `undefined` when the maximum is reached by sessions that are not yet idle. */
  open(ownerKey: string | undefined, tags?: McpTags): Connection | undefined {
    if (!this.hasRoom) return undefined;
    const connection = new Connection(this.nextId(), ownerKey, { tags });
    this.add(connection);
    return connection;
  }

  /**
   * Keeps a place for a session that is to be adopted, until the returned function is called;
   * `undefined` when there is none.
   */
  reserve(): (() => void) | undefined {
    if (!this.hasRoom) return undefined;
    this.reserved++;
    return () => {
      this.reserved--;
    };
  }

  /** Takes a session that comes back, for which a place is kept. Returns false if it cannot live here. */
  adopt(connection: Connection): boolean {
    if (this.isClosed || this.entries.has(connection.id)) return false;
    this.add(connection);
    return true;
  }

  /**
   * The session of this id, if it lives and belongs to this principal. A session of somebody else is
   * not there (2025-11-25, Security best practices: session hijacking).
   */
  find(id: string, ownerKey: string | undefined): Connection | undefined {
    const entry = this.entries.get(id);
    if (entry === undefined || entry.connection.ownerKey !== ownerKey) return undefined;
    return entry.connection;
  }

  /** True where a session of this id lives, whoever it belongs to. */
  has(id: string): boolean {
    return this.entries.has(id);
  }

  /** True for a session that is in use, or was at this time or later. */
  wasUsedSince(time: number, { id }: Connection): boolean {
    const entry = this.entries.get(id);
    return entry !== undefined && (entry.uses > 0 || entry.lastUsed >= time);
  }

  /** Marks a session as in use until the returned function is called. */
  use(connection: Connection): () => void {
    const entry = this.entries.get(connection.id);
    if (entry === undefined) return () => undefined;
    entry.uses++;
    return () => {
      entry.uses--;
      entry.lastUsed = this.clock.now();
    };
  }

  /** The same for a request, which is answered even if the session is stopped meanwhile. */
  serve(connection: Connection): () => void {
    const entry = this.entries.get(connection.id);
    if (entry === undefined) return () => undefined;
    const release = this.use(connection);
    entry.requests++;
    return () => {
      entry.requests--;
      release();
      this.endStopped(entry);
    };
  }

  /** Ends a session. Returns false when it had ended already. */
  end(connection: Connection, end: SessionEnd): boolean {
    if (!this.entries.delete(connection.id)) return false;
    this.events.ended(connection, end);
    return true;
  }

  private get hasRoom(): boolean {
    return this.entries.size + this.reserved < this.limits.maxSessions;
  }

  private add(connection: Connection): void {
    const entry: Entry = {
      connection,
      lastUsed: this.clock.now(),
      uses: 0,
      requests: 0,
      ending: undefined,
    };
    connection.closer = (end) => this.stop(entry, end);
    this.entries.set(connection.id, entry);
    this.scheduleSweep();
  }

  /** It is found no more, but its requests are answered before its streams end. */
  private stop(entry: Entry, end: SessionEnd): void {
    if (!this.entries.delete(entry.connection.id)) return;
    entry.ending = end;
    this.events.stopped(entry.connection, end.detail);
    this.endStopped(entry);
  }

  private endStopped({ connection, requests, ending }: Entry): void {
    if (requests === 0 && ending !== undefined) this.events.ended(connection, ending);
  }

  /** Ends all sessions and stops the sweeping. */
  close(): void {
    this.isClosed = true;
    this.sweep?.cancel();
    this.sweep = undefined;
    for (const { connection } of [...this.entries.values()]) this.end(connection, SHUTDOWN);
  }

  /** One timer for all sessions: it fires when the one that is idle the longest may expire. */
  private scheduleSweep(): void {
    if (this.sweep !== undefined || this.entries.size === 0) return;
    let oldest = Number.POSITIVE_INFINITY;
    for (const { lastUsed } of this.entries.values()) oldest = Math.min(oldest, lastUsed);
    const due = Math.max(1, oldest + this.limits.sessionIdleMs - this.clock.now());
    this.sweep = this.clock.after(due, () => {
      this.sweep = undefined;
      this.expire();
      this.scheduleSweep();
    });
  }

  private expire(): void {
    const now = this.clock.now();
    for (const entry of [...this.entries.values()]) {
      if (entry.uses > 0) entry.lastUsed = now;
      else if (now - entry.lastUsed >= this.limits.sessionIdleMs)
        this.end(entry.connection, EXPIRED);
    }
  }
}
