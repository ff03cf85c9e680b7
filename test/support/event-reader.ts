import type { IncomingMessage } from 'node:http';

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
      const end = this.text.indexOf('\n\n');
      if (end === -1) {
        const { value, done } = await this.chunks.next();
        if (done) return undefined;
        this.text += String(value);
        continue;
      }
      const event = this.text.slice(0, end);
      this.text = this.text.slice(end + 2);
      const data = event.split('\n').find((line) => /^data: ./.test(line));
      if (data !== undefined) {
        return JSON.parse(data.slice('data: '.length)) as Record<string, unknown>;
      }
    }
  }
}
