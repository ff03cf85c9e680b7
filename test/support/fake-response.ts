import type { ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import { settled } from './settled.js';

/** An event as a client reads it. */
export interface ReadEvent {
  readonly id: string | undefined;
  readonly data: string;
  readonly retry: string | undefined;
}

/** A response whose client reads at once, or piece by piece when told to. */
export class FakeResponse extends Writable {
  private text = '';
  private next: (() => void) | undefined;

  constructor(private readonly isSlow = false) {
    super({ highWaterMark: 1, decodeStrings: false });
  }

  setHeader(): void {
    // The head is of no interest here.
  }

  writeHead(): this {
    return this;
  }

  flushHeaders(): void {
    // Nor is when it is sent.
  }

  override _write(chunk: string, _encoding: string, done: () => void): void {
    this.next = () => {
      this.text += chunk;
      done();
    };
    if (!this.isSlow) this.read();
  }

  /** The client takes one piece. */
  read(): boolean {
    const { next } = this;
    this.next = undefined;
    next?.();
    return next !== undefined;
  }

  async readAll(): Promise<void> {
    do await settled();
    while (this.read());
  }

  /** What the client has read. */
  get events(): readonly ReadEvent[] {
    return this.text
      .split('\n\n')
      .filter((block) => block !== '' && !block.startsWith(':'))
      .map((block) => ({
        id: /^id: (.*)$/m.exec(block)?.[1],
        data: /^data: (.*)$/m.exec(block)?.[1] ?? '',
        retry: /^retry: (.*)$/m.exec(block)?.[1],
      }));
  }

  get asResponse(): ServerResponse {
    return this as unknown as ServerResponse;
  }
}
