import type { IncomingMessage } from 'node:http';

/** An event as it stood on the wire. */
export interface WireEvent {
  readonly id: string | undefined;
  /** Empty in an event without data. */
  readonly data: string;
  readonly retry: string | undefined;
}

/** Reads the messages of an event stream as they come. */
export class EventReader {
  private readonly chunks: AsyncIterator<Buffer | string>;
  private text = '';

  constructor(response: IncomingMessage) {
    this.chunks = response.setEncoding('utf8')[Symbol.asyncIterator]();
  }

  /** The next message, or `undefined` when the stream has ended. */
  async next(): Promise<Record<string, unknown> | undefined> {
    for (;;) {
      const event = await this.nextEvent();
      if (event === undefined) return undefined;
      if (event.data !== '') return JSON.parse(event.data) as Record<string, unknown>;
    }
  }

  /** The next event that is not a mere comment, or `undefined` when the stream has ended. */
  async nextEvent(): Promise<WireEvent | undefined> {
    for (;;) {
      const end = this.text.indexOf('\n\n');
      if (end === -1) {
        const { value, done } = await this.chunks.next();
        if (done) return undefined;
        this.text += String(value);
        continue;
      }
      const lines = this.text.slice(0, end).split('\n');
      this.text = this.text.slice(end + 2);
      const field = (name: string) =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      const event = { id: field('id'), data: field('data') ?? '', retry: field('retry') };
      if (lines.some((line) => !line.startsWith(':'))) return event;
    }
  }
}
