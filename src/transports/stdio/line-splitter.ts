const LINE_FEED = 0x0a;

/** What to do with lines. */
export interface LineReceiver {
  line(text: string): void;
  /** A line was longer than allowed; it is skipped. */
  tooLong(): void;
}

/**
 * Cuts a byte stream into lines. A line's bytes are decoded together, so that a character split
 * between two chunks survives; the length of a line is bounded.
 */
export class LineSplitter {
  private parts: Buffer[] = [];
  private size = 0;
  private isSkipping = false;

  constructor(
    private readonly maxLineBytes: number,
    private readonly receiver: LineReceiver,
  ) {}

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      this.append(chunk.subarray(start, end));
      this.finishLine();
      start = end + 1;
    }
    this.append(chunk.subarray(start));
  }

  /** The end of input also ends the last line. */
  end(): void {
    if (this.size > 0) this.finishLine();
  }

  private append(part: Buffer): void {
    if (this.isSkipping || part.length === 0) return;
    this.size += part.length;
    if (this.size <= this.maxLineBytes) return void this.parts.push(part);
    this.parts = [];
    this.isSkipping = true;
    this.receiver.tooLong();
  }

  private finishLine(): void {
    const text = Buffer.concat(this.parts).toString('utf8').trim();
    const wasSkipped = this.isSkipping;
    this.parts = [];
    this.size = 0;
    this.isSkipping = false;
    if (!wasSkipped && text !== '') this.receiver.line(text);
  }
}
