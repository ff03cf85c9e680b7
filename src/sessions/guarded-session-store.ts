import type { Logger } from '@nestjs/common';
import { inspect } from 'node:util';
import type { Clock } from '../protocol/clock.js';
import { settlesWithin } from '../protocol/settles-within.js';
import type { SessionStore, StoredSession } from './session-store.interface.js';

/** What a session store was asked for when it failed. */
export type StoreOperation = 'save' | 'load' | 'delete' | 'touch';

/** What a guarded store is made of. */
export interface GuardedSessionStoreParts {
  readonly clock: Clock;
  /** Milliseconds each call may take. */
  readonly timeoutMs: number;
  readonly logger: Logger;
  /** Told of each failure. */
  readonly onFailed: (operation: StoreOperation, sessionId: string) => void;
}

/** The session store did not do what it was asked for, which has been reported. */
export class StoreFailedError extends Error {
  override readonly name = 'StoreFailedError';
}

/** The application's store: each call is bounded in time, and failures are reported here. */
export class GuardedSessionStore {
  private isFailing = false;

  constructor(
    private readonly store: SessionStore,
    private readonly parts: GuardedSessionStoreParts,
  ) {}

  /** @throws StoreFailedError */
  save(session: StoredSession, ttlMs: number): Promise<void> {
    return this.attempt('save', session.id, () => this.store.save(session, ttlMs));
  }

  /**
   * What the store has under this id.
   *
   * @throws StoreFailedError
   */
  load(id: string): Promise<unknown> {
    return this.attempt('load', id, () => this.store.load(id));
  }

  /** @throws StoreFailedError */
  delete(id: string): Promise<void> {
    return this.attempt('delete', id, () => this.store.delete(id));
  }

  /** @throws StoreFailedError */
  touch(id: string, ttlMs: number): Promise<boolean> {
    return this.attempt('touch', id, () => this.store.touch(id, ttlMs));
  }

  private async attempt<T>(
    operation: StoreOperation,
    sessionId: string,
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      const value = await settlesWithin(this.parts.clock, this.parts.timeoutMs, work);
      this.isFailing = false;
      return value;
    } catch (thrown) {
      this.report(operation, thrown);
      this.parts.onFailed(operation, sessionId);
      throw new StoreFailedError(`the session store failed to ${operation}`);
    }
  }

  private report(operation: StoreOperation, thrown: unknown): void {
    if (this.isFailing) return;
    this.isFailing = true;
    this.parts.logger.warn(
      `The session store failed to ${operation} (option sessions.store): sessions go on, but are lost ` +
        `with this process. Said once until it works again. ${inspect(thrown)}`,
    );
  }
}
