import type { Logger } from '@nestjs/common';
import { inspect } from 'node:util';
import type { Clock } from '../protocol/clock.js';
import type { Connection } from './connection.js';
import type { GuardedSessionStore } from './guarded-session-store.js';
import { StoreFailedError } from './guarded-session-store.js';
import { factsOf, storableState } from './session-record.js';
import { settlesWithin } from '../protocol/settles-within.js';

/** What savers need. */
export interface SessionSaverParts {
  /** Id of the server. */
  readonly server: string;
  readonly store: GuardedSessionStore;
  readonly clock: Clock;
  /** Makes what is kept out of the state. */
  readonly serialize: (state: Record<string, unknown>) => unknown;
  readonly ttlMs: number;
  /** Milliseconds that `serialize` may take. */
  readonly timeoutMs: number;
  readonly logger: Logger;
  /** Told each time `serialize` threw or took too long. */
  readonly onSerializeFailed: () => void;
}

/**
 * Keeps the record of one session as the session is. Whoever changes it never waits: one save is under
 * way at a time, and what changes meanwhile is in the one after it.
 */
export class SessionSaver {
  private isDirty = false;
  private isClosed = false;
  private working: Promise<void> | undefined;
  private hasComplained = false;

  constructor(
    private readonly connection: Connection,
    private readonly parts: SessionSaverParts,
  ) {}

  /** What is kept has changed. */
  changed(): void {
    this.isDirty = true;
    if (!this.isClosed) this.working ??= this.work();
  }

  /**
   * Keeps the record for another while if the session `wasUsed`, or again if it is gone; saves what
   * could not be saved before.
   *
   * @throws StoreFailedError
   */
  async refresh(wasUsed: boolean): Promise<void> {
    if (this.isClosed || this.isDirty) return this.flush();
    const { store, ttlMs } = this.parts;
    if (wasUsed && !(await store.touch(this.connection.id, ttlMs))) this.changed();
  }

  /** Resolves when everything so far is saved, or could not be. */
  async flush(): Promise<void> {
    if (this.isDirty) this.changed();
    await this.working;
  }

  /** Saves nothing more. Resolves when the save under way has ended. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.working;
  }

  /**
   * Takes the record out of the store, and saves nothing more.
   *
   * @throws StoreFailedError, and then it goes on
   */
  async remove(): Promise<void> {
    await this.close();
    try {
      await this.parts.store.delete(this.connection.id);
    } catch (thrown) {
      this.isClosed = false;
      if (this.isDirty) this.changed();
      throw thrown;
    }
  }

  private async work(): Promise<void> {
    try {
      // Later, so that what changes in one go is saved once.
      await Promise.resolve();
      while (this.isDirty && !this.isClosed) await this.save();
    } catch (thrown) {
      // Tried again with the next change, or when the record is next refreshed.
      this.isDirty = true;
      if (!(thrown instanceof StoreFailedError)) this.complain(thrown);
    } finally {
      this.working = undefined;
    }
  }

  private async save(): Promise<void> {
    const { store, clock, serialize, ttlMs, timeoutMs } = this.parts;
    this.isDirty = false;
    // All of one moment: the session may change, or end, while its state is made into JSON.
    const facts = factsOf(this.connection, this.parts.server);
    const given = this.connection.state.toObject();
    const state = await settlesWithin(clock, timeoutMs, () => serialize(given)).catch(
      (thrown: unknown) => {
        this.parts.onSerializeFailed();
        throw thrown;
      },
    );
    await store.save({ ...facts, state: storableState(state) }, ttlMs);
    this.hasComplained = false;
  }

  private complain(thrown: unknown): void {
    if (this.hasComplained) return;
    this.hasComplained = true;
    this.parts.logger.error(
      'A session is not stored, because of its state. Keep in it what JSON can say, or make that of it in ' +
        `hooks.serializeState. Said once for the session until it can be stored. ${inspect(thrown)}`,
    );
  }
}
