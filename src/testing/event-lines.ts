import { StringDecoder } from 'node:string_decoder';
import type { OutgoingMessage } from '../protocol/json-rpc.js';

/** Reads the messages of an event stream as they come. A body that is none is kept as text. */
export class EventLines {
  /** Everything so far. */
  text = '';
  private readonly decoder = new StringDecoder('utf8');
  private unfinished = '';

  constructor(private readonly onMessage: (message: OutgoingMessage) => void) {}

  push(chunk: Buffer): void {
    const piece = this.decoder.write(chunk);
    this.text += piece;
    const lines = (this.unfinished + piece).split('\n');
    this.unfinished = lines.pop() ?? '';
    for (const line of lines) {
      if (line.startsWith('data: {')) {
        this.onMessage(JSON.parse(line.slice('data: '.length)) as OutgoingMessage);
      }
    }
  }
}
