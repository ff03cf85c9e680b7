const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
/** JSON's white space but the line feed, which never occurs in a line. */
const BLANKS = new Set([0x20, 0x09, CARRIAGE_RETURN]);
const EMPTY = Buffer.alloc(0);

/** What to do with lines. */
export interface LineReceiver {
  /** The bytes of a line without its end. */
  line(bytes: Buffer): void;
  /** A line was longer than allowed; it is skipped. */
  tooLong(): void;
}

/**
 * Cuts a byte stream into lines, however it is cut into chunks. Lines end with LF or CRLF, the last
 * one also with the input; blank ones are left out, and so is a byte order mark before the first.
 */
export class LineSplitter {
  /** Begins with the unfinished line; grows by doubling, so that one byte at a time is no worse. */
  private kept: Buffer = EMPTY;
  private size = 0;
  private isSkipping = false;
  private isFirst = true;

  /** @param maxLineBytes without line end and byte order mark */
  constructor(
    private readonly maxLineBytes: number,
    private readonly receiver: LineReceiver,
  ) {}

  /** Bytes of memory held for an unfinished line. */
  get heldBytes(): number {
    return this.kept.length;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      this.finishLine(chunk.subarray(start, end));
      start = end + 1;
    }
    this.append(chunk.subarray(start));
  }

  /** The end of input also ends the last line. */
  end(): void {
    if (this.size > 0 || this.isSkipping) this.finishLine(EMPTY);
  }

  private append(part: Buffer): void {
    if (this.isSkipping || part.length === 0) return;
    const size = this.size + part.length;
    if (size > this.maxRawBytes) return this.skip();
    if (size > this.kept.length) this.grow(size);
    part.copy(this.kept, this.size);
    this.size = size;
  }

  /** What a line may have before it is certain that it is too long: its line end may have begun. */
  private get maxRawBytes(): number {
    return this.maxLineBytes + 1 + (this.isFirst ? BYTE_ORDER_MARK.length : 0);
  }

  private grow(size: number): void {
    const larger = Buffer.allocUnsafe(Math.min(Math.max(size, 2 * this.size), this.maxRawBytes));
    this.kept.copy(larger, 0, 0, this.size);
    this.kept = larger;
  }

  private skip(): void {
    this.forget();
    this.isSkipping = true;
    this.receiver.tooLong();
  }

  private finishLine(rest: Buffer): void {
    const line = this.trim(this.join(rest));
    const wasSkipped = this.isSkipping;
    this.isSkipping = false;
    this.isFirst = false;
    this.forget();
    if (wasSkipped) return;
    if (line.length > this.maxLineBytes) this.receiver.tooLong();
    else if (!isBlank(line)) this.receiver.line(line);
  }

  /** The usual line lies within one chunk and is not copied. */
  private join(rest: Buffer): Buffer {
    if (this.size === 0 || this.isSkipping) return rest;
    return Buffer.concat([this.kept.subarray(0, this.size), rest]);
  }

  private trim(line: Buffer): Buffer {
    const hasMark =
      this.isFirst && line.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
    const hasReturn = line.at(-1) === CARRIAGE_RETURN;
    return line.subarray(hasMark ? BYTE_ORDER_MARK.length : 0, hasReturn ? -1 : undefined);
  }

  private forget(): void {
    this.kept = EMPTY;
    this.size = 0;
  }
}

function isBlank(line: Buffer): boolean {
  return line.every((byte) => BLANKS.has(byte));
}
