import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream';
import type { Answer } from '../../dispatch/answer.js';
import { encodeAnswer } from '../../dispatch/answer.js';
import type { JsonRpcNotification, ServerRequest } from '../../protocol/json-rpc.js';
import type { ChannelSink } from '../message-channel.js';

/** What makes the messages that are written: the input of the same client. */
export type Source = Pick<Readable, 'pause' | 'resume'>;

/**
 * Writes one message a line; JSON text never holds a raw line break. A client that does not read what
 * it asked for gets no more work done: its input is paused until it has caught up, so that answers
 * cannot pile up without bound.
 */
export class LineSink implements ChannelSink {
  private caughtUp: Promise<void> | undefined;
  private isHolding = false;

  /** @param maxUnreadBytes characters of unread lines past which `source` is paused */
  constructor(
    private readonly output: Writable,
    private readonly source: Source,
    private readonly maxUnreadBytes: number,
  ) {}

  get isOpen(): boolean {
    return this.output.writable;
  }

  /** Characters written that the client has not taken. */
  get unread(): number {
    return this.output.writableLength;
  }

  answer(answer: Answer): void {
    this.write(encodeAnswer(answer));
  }

  send(message: JsonRpcNotification | ServerRequest): void | Promise<void> {
    if (!this.write(JSON.stringify(message))) return this.whenCaughtUp();
  }

  /** Nothing more will be written. Resolves when the client took everything, or is gone. */
  end(): Promise<void> {
    return new Promise((resolve) => {
      finished(this.output, { readable: false }, () => resolve());
      if (this.isOpen) this.output.end();
    });
  }

  /** Returns false when the client has to catch up. What comes after the end is nobody's. */
  private write(json: string): boolean {
    if (!this.isOpen || this.output.write(`${json}\n`)) return true;
    if (this.unread > this.maxUnreadBytes) this.holdSource();
    return false;
  }

  private holdSource(): void {
    if (this.isHolding) return;
    this.isHolding = true;
    this.source.pause();
    void this.whenCaughtUp().then(() => {
      this.isHolding = false;
      if (this.isOpen) this.source.resume();
    });
  }

  /** One pair of listeners, however many wait. */
  private whenCaughtUp(): Promise<void> {
    this.caughtUp ??= new Promise((resolve) => {
      const { output } = this;
      const done = () => {
        output.off('drain', done).off('close', done);
        this.caughtUp = undefined;
        resolve();
      };
      output.on('drain', done).on('close', done);
    });
    return this.caughtUp;
  }
}
