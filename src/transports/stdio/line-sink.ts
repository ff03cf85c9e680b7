import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream';
import type { Answer } from '../../dispatch/answer.js';
import { encodeAnswer } from '../../dispatch/answer.js';
import type { JsonRpcNotification, ServerRequest } from '../../protocol/json-rpc.js';
import type { MessageWeight } from '../../protocol/message-weight.js';
import { weigh } from '../../protocol/message-weight.js';
import type { OnDropped } from '../bounded-writer.js';
import { BoundedWriter } from '../bounded-writer.js';
import type { ChannelSink } from '../message-channel.js';

/** What makes the messages that are written: the input of the same client. */
export type Source = Pick<Readable, 'pause' | 'resume'>;

/** How much may wait for a client that does not read. */
export interface LineSinkOptions {
  /**
   * Bytes of unread lines past which notifications are dropped, and `source` is paused for the sake of
   * the answers, which are not.
   */
  readonly maxBufferedBytes: number;
  readonly onDropped: OnDropped;
}

/**
 * Writes one message a line; JSON text never holds a raw line break. A client that does not read what
 * it asked for gets no more work done: its input is paused until it has caught up, so that answers
 * cannot pile up without bound.
 */
export class LineSink implements ChannelSink {
  private readonly writer: BoundedWriter;
  private isHolding = false;

  constructor(
    private readonly output: Writable,
    private readonly source: Source,
    private readonly options: LineSinkOptions,
  ) {
    this.writer = new BoundedWriter(output, options.maxBufferedBytes, options.onDropped);
  }

  get isOpen(): boolean {
    return this.writer.isOpen;
  }

  /** Bytes written that the client has not taken. */
  get unread(): number {
    return this.output.writableLength + this.writer.waitingBytes;
  }

  answer(answer: Answer): void {
    void this.write(encodeAnswer(answer), 'essential');
  }

  send(message: JsonRpcNotification | ServerRequest): void | Promise<void> {
    return this.write(JSON.stringify(message), weigh(message));
  }

  /** Nothing more will be written. Resolves when the client took everything, or is gone. */
  end(): Promise<void> {
    return new Promise((resolve) => {
      finished(this.output, { readable: false }, () => resolve());
      this.writer.end();
    });
  }

  /** What it returns, if anything, resolves when the client has caught up, or is gone. */
  private write(json: string, weight: MessageWeight): void | Promise<void> {
    const caughtUp = this.writer.write({ text: `${json}\n`, weight });
    if (caughtUp !== undefined && this.unread > this.options.maxBufferedBytes) {
      this.holdSource(caughtUp);
    }
    return caughtUp;
  }

  private holdSource(caughtUp: Promise<void>): void {
    if (this.isHolding) return;
    this.isHolding = true;
    this.source.pause();
    void caughtUp.then(() => {
      this.isHolding = false;
      if (this.isOpen) this.source.resume();
    });
  }
}
