import type { Clock, Timer } from '../protocol/clock.js';
import type { EventStore, EventStreamAddress, StoredEvent } from './event-store.interface.js';

/** Bounds of the history of one stream. */
export interface EventHistoryLimits {
  /** Messages kept. */
  readonly eventHistory: number;
  /** Bytes kept; the newest message is kept whatever its size. */
  readonly maxBufferedBytes: number;
}

interface Kept extends StoredEvent {
  readonly bytes: number;
}

/** What is kept of one stream. */
interface History {
  readonly events: Kept[];
  bytes: number;
  expiry: Timer | undefined;
}

/** Keeps the history of streams in this process. */
export class MemoryEventStore implements EventStore {
  /** By session, then by stream. */
  private readonly sessions = new Map<string, Map<string, History>>();

  constructor(
    private readonly limits: EventHistoryLimits,
    private readonly clock: Clock,
  ) {}

  /** How many streams have a history; zero at rest. */
  get size(): number {
    let size = 0;
    for (const streams of this.sessions.values()) size += streams.size;
    return size;
  }

  append(address: EventStreamAddress, { sequence, data }: StoredEvent): Promise<void> {
    const history = this.historyOf(address);
    const bytes = Buffer.byteLength(data);
    history.events.push({ sequence, data, bytes });
    history.bytes += bytes;
    while (history.events.length > 1 && this.isTooMuch(history)) {
      history.bytes -= history.events.shift()?.bytes ?? 0;
    }
    return Promise.resolve();
  }

  readAfter(address: EventStreamAddress, sequence: number): Promise<readonly StoredEvent[]> {
    const events = this.find(address)?.events ?? [];
    return Promise.resolve(events.filter((event) => event.sequence > sequence));
  }

  endStream(address: EventStreamAddress, keepMs: number): Promise<void> {
    const history = this.find(address);
    if (history !== undefined) {
      history.expiry?.cancel();
      history.expiry = this.clock.after(keepMs, () => void this.forgetStream(address));
    }
    return Promise.resolve();
  }

  forgetStream({ sessionId, streamId }: EventStreamAddress): Promise<void> {
    const streams = this.sessions.get(sessionId);
    streams?.get(streamId)?.expiry?.cancel();
    streams?.delete(streamId);
    if (streams?.size === 0) this.sessions.delete(sessionId);
    return Promise.resolve();
  }

  forgetSession(sessionId: string): Promise<void> {
    for (const { expiry } of this.sessions.get(sessionId)?.values() ?? []) expiry?.cancel();
    this.sessions.delete(sessionId);
    return Promise.resolve();
  }

  private isTooMuch({ events, bytes }: History): boolean {
    return events.length > this.limits.eventHistory || bytes > this.limits.maxBufferedBytes;
  }

  private find({ sessionId, streamId }: EventStreamAddress): History | undefined {
    return this.sessions.get(sessionId)?.get(streamId);
  }

  private historyOf({ sessionId, streamId }: EventStreamAddress): History {
    const streams = this.sessions.get(sessionId) ?? new Map<string, History>();
    const history = streams.get(streamId) ?? { events: [], bytes: 0, expiry: undefined };
    this.sessions.set(sessionId, streams.set(streamId, history));
    return history;
  }
}
