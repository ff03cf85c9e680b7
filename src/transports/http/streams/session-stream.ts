import type { JsonRpcNotification, ServerRequest } from '../../../protocol/json-rpc.js';
import type { MessageWeight } from '../../../protocol/message-weight.js';
import { weigh } from '../../../protocol/message-weight.js';
import type { AnswerStream } from './answer-stream.interface.js';
import { formatEventId } from './event-id.js';
import type { EventStream } from './event-stream.js';
import type { StreamHistory } from './stream-history.js';

/** What a stream is made of. */
export interface SessionStreamParts {
  readonly id: string;
  /** Absent where clients cannot come back, and then events have no ids. */
  readonly history: StreamHistory | undefined;
  /** Whether the client is given an id before any message has one (2025-11-25). */
  readonly isPrimed: boolean;
  /** Called when nothing new will come of the stream; a second call changes nothing. */
  readonly onEnded?: () => void;
}

/**
 * A stream of a session. It outlives the connections that carry it: at most one at a time, each going
 * on where the client says the one before it broke off.
 */
export class SessionStream implements AnswerStream {
  private sequence = 0;
  /** The last event that was handed to a connection. */
  private written = 0;
  private connection: EventStream | undefined;
  private hasEnded = false;

  constructor(private readonly parts: SessionStreamParts) {}

  get id(): string {
    return this.parts.id;
  }

  get isOpen(): boolean {
    if (this.hasEnded) return false;
    return this.parts.history !== undefined || this.connection !== undefined;
  }

  /** True while a connection carries it. */
  get isCarried(): boolean {
    return this.connection !== undefined;
  }

  /** Whether there was such an event, or such a position before the first one. */
  has(sequence: number): boolean {
    return sequence <= this.sequence;
  }

  /** True when nothing will ever follow this event. */
  endsAt(sequence: number): boolean {
    return this.hasEnded && sequence === this.sequence;
  }

  send(message: JsonRpcNotification | ServerRequest): void | Promise<void> {
    if (!this.isOpen) return undefined;
    return this.emit(JSON.stringify(message), weigh(message));
  }

  give(json: string): void {
    if (this.isOpen) void this.emit(json, 'essential');
  }

  answer(json: string): void {
    if (!this.isOpen) return;
    this.give(json);
    this.end();
  }

  end(): void {
    this.finish();
    this.connection?.end();
  }

  cut(): void {
    this.finish();
    this.connection?.cut();
  }

  suspend(retryMs: number): void {
    const { connection } = this;
    if (connection === undefined) return;
    connection.setRetry(retryMs);
    this.detach(connection);
    connection.end();
  }

  /**
   * Lets a connection carry the stream from now on; the one before it ends. It gets first what
   * followed an event, in order and without a gap while new events come, as far back as the history
   * goes.
   *
   * @param after by default the last event that any connection was handed
   */
  async attach(connection: EventStream, after = this.written): Promise<void> {
    const { history } = this.parts;
    const last = this.sequence;
    this.takeOver(connection);
    if (this.parts.isPrimed) connection.prime(this.idOf(after));
    const isBehind = history !== undefined && after < last;
    if (isBehind) connection.hold();
    if (this.hasEnded) connection.end();
    if (!isBehind) return;
    // What comes after the attachment is not read: it waits in the connection itself.
    for (const { sequence, data } of await history.readAfter(after)) {
      if (connection.isClosed) break;
      await connection.replay(this.eventOf(sequence, data, 'essential'));
    }
    connection.release();
  }

  private takeOver(connection: EventStream): void {
    const previous = this.connection;
    this.connection = connection;
    connection.onClose(() => this.detach(connection));
    // What the previous one was not handed yet is in the history, if there is one.
    if (this.parts.history === undefined) previous?.end();
    else previous?.cut();
  }

  private detach(connection: EventStream): void {
    if (this.connection !== connection) return;
    this.connection = undefined;
    if (this.parts.history === undefined) this.parts.onEnded?.();
  }

  private finish(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.parts.history?.end();
    this.parts.onEnded?.();
  }

  private emit(data: string, weight: MessageWeight): void | Promise<void> {
    const sequence = ++this.sequence;
    this.parts.history?.append({ sequence, data });
    return this.connection?.send(this.eventOf(sequence, data, weight));
  }

  private eventOf(sequence: number, data: string, weight: MessageWeight) {
    return {
      data,
      weight,
      ...(this.parts.history !== undefined && { id: this.idOf(sequence) }),
      onWritten: () => {
        this.written = Math.max(this.written, sequence);
      },
    };
  }

  private idOf(sequence: number): string {
    return formatEventId({ streamId: this.parts.id, sequence });
  }
}
