import type { Logger } from '@nestjs/common';
import { inspect } from 'node:util';
import type { EventStore, EventStreamAddress, StoredEvent } from './event-store.interface.js';

/**
 * The application's store, of which nothing may depend: what it throws or rejects is logged, and
 * stands for a history that is not there. Said once until it works again.
 */
export class GuardedEventStore implements EventStore {
  private isFailing = false;

  constructor(
    private readonly store: EventStore,
    private readonly logger: Logger,
    private readonly onFailed: (operation: keyof EventStore) => void = () => undefined,
  ) {}

  append(stream: EventStreamAddress, event: StoredEvent): Promise<void> {
    return this.attempt('append', () => this.store.append(stream, event), undefined);
  }

  readAfter(stream: EventStreamAddress, sequence: number): Promise<readonly StoredEvent[]> {
    const read = async () => {
      const events: unknown = await this.store.readAfter(stream, sequence);
      if (Array.isArray(events) && events.every(isStoredEvent)) return events;
      throw new TypeError('readAfter() did not give a list of events');
    };
    return this.attempt('readAfter', read, []);
  }

  endStream(stream: EventStreamAddress, keepMs: number): Promise<void> {
    return this.attempt('endStream', () => this.store.endStream(stream, keepMs), undefined);
  }

  forgetStream(stream: EventStreamAddress): Promise<void> {
    return this.attempt('forgetStream', () => this.store.forgetStream(stream), undefined);
  }

  forgetSession(sessionId: string): Promise<void> {
    return this.attempt('forgetSession', () => this.store.forgetSession(sessionId), undefined);
  }

  private async attempt<T>(
    name: keyof EventStore,
    operation: () => Promise<T>,
    otherwise: T,
  ): Promise<T> {
    try {
      const value = await operation();
      this.isFailing = false;
      return value;
    } catch (thrown) {
      this.onFailed(name);
      this.report(thrown);
      return otherwise;
    }
  }

  private report(thrown: unknown): void {
    if (this.isFailing) return;
    this.isFailing = true;
    this.logger.error(
      'The event store failed (option sessions.eventStore): clients that come back miss messages. ' +
        `Said once until it works again. ${inspect(thrown)}`,
    );
  }
}

function isStoredEvent(value: unknown): value is StoredEvent {
  if (typeof value !== 'object' || value === null) return false;
  const { sequence, data } = value as Partial<Record<keyof StoredEvent, unknown>>;
  return Number.isSafeInteger(sequence) && typeof data === 'string';
}
