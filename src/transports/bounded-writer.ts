import type { Writable } from 'node:stream';
import type { Deferred } from '../protocol/deferred.js';
import { deferred } from '../protocol/deferred.js';
import type { MessageWeight } from '../protocol/message-weight.js';

/** Bounds of one connection's output. */
export interface WriterLimits {
  /** Bytes kept for a reader that falls behind, before notifications are dropped. */
  readonly maxBufferedBytes: number;
}

/** Text on its way to a reader. */
export interface WriterItem {
  readonly text: string;
  readonly weight: MessageWeight;
  /** Called when the text is handed to the output. */
  readonly onWritten?: () => void;
}

/** Weights that may be dropped, the one that goes first before the other. */
const DROPPED_IN_ORDER = ['report', 'change'] as const;

/** What is told of each text that was dropped. */
export type OnDropped = (weight: (typeof DROPPED_IN_ORDER)[number]) => void;

interface Queued extends WriterItem {
  readonly bytes: number;
}

/**
 * Writes to a stream whose reader may be slow. While it keeps up, texts go straight through. While it
 * does not, they wait here in order; past the bound the oldest reports are dropped, then the oldest
 * other notifications, and never an answer or a request.
 */
export class BoundedWriter {
  private readonly queue = new Set<Queued>();
  private readonly droppable: Record<(typeof DROPPED_IN_ORDER)[number], Set<Queued>> = {
    report: new Set(),
    change: new Set(),
  };
  private queuedBytes = 0;
  private isStalled = false;
  private isHeld = false;
  private isEnding = false;
  /** Resolves when the stream takes more, or is closed. */
  private drained: Deferred<void> | undefined;
  /** Resolves when nothing waits any more, or the stream is closed. */
  private caughtUp: Deferred<void> | undefined;

  constructor(
    private readonly output: Writable,
    private readonly maxBytes: number,
    private readonly onDropped: OnDropped,
  ) {
    output.once('close', this.onClose);
  }

  /** True until the end was asked for, or the stream is closed. */
  get isOpen(): boolean {
    return !this.isEnding && !this.isClosed;
  }

  /** True when nothing can be written any more. */
  get isClosed(): boolean {
    return this.output.destroyed || this.output.writableEnded;
  }

  /** True while the reader does not keep up. */
  get isBehind(): boolean {
    return this.isStalled;
  }

  /** Bytes that wait; zero while the reader keeps up. */
  get waitingBytes(): number {
    return this.queuedBytes;
  }

  /** Writes or queues a text. What it returns, if anything, resolves when all is written or lost. */
  write(item: WriterItem): void | Promise<void> {
    if (!this.isOpen) return undefined;
    if (this.isStalled || this.isHeld) this.enqueue(item);
    else this.put(item);
    if (!this.isStalled && !this.isHeld) return undefined;
    this.caughtUp ??= deferred();
    return this.caughtUp.promise;
  }

  /** From now on texts wait, except those of `pass`. */
  hold(): void {
    this.isHeld = true;
  }

  /** Writes a text at once, past all that waits. Resolves when the stream takes more. */
  pass(item: WriterItem): void | Promise<void> {
    if (this.isClosed) return undefined;
    this.put(item);
    if (!this.isStalled) return undefined;
    this.drained ??= deferred();
    return this.drained.promise;
  }

  /** Writes what waited during `hold`. */
  release(): void {
    this.isHeld = false;
    if (this.isEnding) this.finish();
    else this.flush();
  }

  /** Writes everything that waits, and ends the stream; after `release` if it is held. */
  end(): void {
    if (!this.isOpen) return;
    this.isEnding = true;
    if (!this.isHeld) this.finish();
  }

  /** Drops what waits and ends the stream; one whose reader does not read is closed. */
  cut(): void {
    this.isEnding = true;
    this.isHeld = false;
    this.clear();
    if (this.isStalled) this.output.destroy();
    else this.output.end();
    this.settle();
  }

  private put({ text, onWritten }: WriterItem): void {
    const takesMore = this.output.write(text);
    onWritten?.();
    if (takesMore || this.isStalled) return;
    this.isStalled = true;
    this.output.once('drain', this.onDrain);
  }

  private enqueue(item: WriterItem): void {
    const queued = { ...item, bytes: Buffer.byteLength(item.text) };
    this.queue.add(queued);
    this.queuedBytes += queued.bytes;
    if (queued.weight !== 'essential') this.droppable[queued.weight].add(queued);
    while (this.queuedBytes > this.maxBytes && this.dropOldest());
  }

  /** Returns false when nothing may be dropped. */
  private dropOldest(): boolean {
    for (const weight of DROPPED_IN_ORDER) {
      const [oldest] = this.droppable[weight];
      if (oldest === undefined) continue;
      this.remove(oldest);
      this.onDropped(weight);
      return true;
    }
    return false;
  }

  private remove(queued: Queued): void {
    this.queue.delete(queued);
    this.queuedBytes -= queued.bytes;
    if (queued.weight !== 'essential') this.droppable[queued.weight].delete(queued);
  }

  private readonly onDrain = () => {
    this.isStalled = false;
    this.drained?.resolve();
    this.drained = undefined;
    if (!this.isHeld) this.flush();
  };

  private flush(): void {
    for (const queued of this.queue) {
      if (this.isStalled) return;
      this.remove(queued);
      this.put(queued);
    }
    if (!this.isStalled) this.settle();
  }

  /** The stream takes what it cannot send yet: it is bounded, but for what may never be dropped. */
  private finish(): void {
    for (const queued of this.queue) {
      this.remove(queued);
      this.put(queued);
    }
    this.output.end();
    this.settle();
  }

  private readonly onClose = () => {
    this.output.off('drain', this.onDrain);
    this.clear();
    this.settle();
  };

  private clear(): void {
    for (const queued of this.queue) this.remove(queued);
  }

  private settle(): void {
    this.drained?.resolve();
    this.caughtUp?.resolve();
    this.drained = undefined;
    this.caughtUp = undefined;
  }
}
