import type {
  EventStore,
  EventStreamAddress,
  StoredEvent,
} from '../../../sessions/event-store.interface.js';
import type { EventHistoryLimits } from '../../../sessions/memory-event-store.js';

/** Bounds of what clients can come back for. */
export interface StreamHistoryLimits extends EventHistoryLimits {
  /** Milliseconds for which an ended stream can be resumed. */
  readonly eventHistoryMs: number;
}

type Work = () => Promise<unknown>;

/** Something the store is to do; a message that waits for a slow store is bounded like its history. */
interface Task {
  readonly work: Work;
  /** Bytes of the message to append, if that is the task. */
  readonly bytes: number | undefined;
}

/**
 * The history of one stream. Whoever adds to it never waits: the store is called in the background,
 * for one thing after the other. The store does not reject.
 */
export class StreamHistory {
  private readonly tasks = new Set<Task>();
  private readonly appends = new Set<Task>();
  private waitingBytes = 0;
  private working: Promise<void> | undefined;

  constructor(
    private readonly store: EventStore,
    private readonly address: EventStreamAddress,
    private readonly limits: StreamHistoryLimits,
  ) {}

  /** Keeps a message. */
  append(event: StoredEvent): void {
    const bytes = Buffer.byteLength(event.data);
    this.add({ work: () => this.store.append(this.address, event), bytes });
    while (this.appends.size > 1 && this.isTooMuch()) {
      const [oldest] = this.appends;
      if (oldest !== undefined) this.remove(oldest);
    }
  }

  /** What was kept so far after `sequence`, in order. */
  readAfter(sequence: number): Promise<readonly StoredEvent[]> {
    return new Promise((resolve) => {
      const work = async () => resolve(await this.store.readAfter(this.address, sequence));
      this.add({ work, bytes: undefined });
    });
  }

  /** Nothing more comes; it can still be read for a while. */
  end(): void {
    const work = () => this.store.endStream(this.address, this.limits.eventHistoryMs);
    this.add({ work, bytes: undefined });
  }

  /** It cannot be read any more. */
  forget(): void {
    this.add({ work: () => this.store.forgetStream(this.address), bytes: undefined });
  }

  /** Leaves undone what was not begun; resolves when the store does nothing more for this stream. */
  close(): Promise<void> {
    for (const task of this.tasks) this.remove(task);
    return this.working ?? Promise.resolve();
  }

  private add(task: Task): void {
    this.tasks.add(task);
    if (task.bytes !== undefined) {
      this.appends.add(task);
      this.waitingBytes += task.bytes;
    }
    this.working ??= this.work();
  }

  private async work(): Promise<void> {
    for (const task of this.tasks) {
      this.remove(task);
      await task.work();
    }
    this.working = undefined;
  }

  private remove(task: Task): void {
    this.tasks.delete(task);
    if (this.appends.delete(task)) this.waitingBytes -= task.bytes ?? 0;
  }

  private isTooMuch(): boolean {
    const { eventHistory, maxBufferedBytes } = this.limits;
    return this.appends.size > eventHistory || this.waitingBytes > maxBufferedBytes;
  }
}
