import { LineSplitter } from './line-splitter.js';

const TOO_LONG = '<too long>';
const MARK = '\uFEFF';
const LIMIT = 10;

function open() {
  const lines: string[] = [];
  const splitter = new LineSplitter(LIMIT, {
    line: (bytes) => lines.push(bytes.toString()),
    tooLong: () => lines.push(TOO_LONG),
  });
  return { lines, splitter };
}

const bytesOf = (chunk: string | Buffer) =>
  typeof chunk === 'string' ? Buffer.from(chunk) : chunk;

/** The lines of a stream that arrives in these chunks; at most ten bytes each are allowed. */
function split(...chunks: (string | Buffer)[]): string[] {
  const { lines, splitter } = open();
  for (const chunk of chunks) splitter.push(bytesOf(chunk));
  splitter.end();
  return lines;
}

const inBytes = (text: string) => Array.from(Buffer.from(text), (byte) => Buffer.of(byte));

describe('LineSplitter', () => {
  it('finds several lines in one chunk', () => {
    expect(split('a\nb\nc\n')).toEqual(['a', 'b', 'c']);
  });

  it('joins a line that comes in pieces', () => {
    expect(split('ab', 'cd', '\nef', '\n')).toEqual(['abcd', 'ef']);
  });

  it('keeps the bytes of a character together that come apart', () => {
    expect(split(...inBytes('“é”\n'))).toEqual(['“é”']);
  });

  it('drops the carriage return before a line feed', () => {
    expect(split('a\r\nb\r', '\n')).toEqual(['a', 'b']);
  });

  it('keeps other carriage returns', () => {
    expect(split('a\rb\r\r\n')).toEqual(['a\rb\r']);
  });

  it('skips lines of JSON white space', () => {
    expect(split('\n\r\n \t \na\n\n')).toEqual(['a']);
  });

  it.each(['\u00A0', '\u2028', '\v'])('does not take %j for white space', (space) => {
    expect(split(`${space}\n`)).toEqual([space]);
  });

  it('takes the rest as a line when the stream ends', () => {
    expect(split('a\nb')).toEqual(['a', 'b']);
  });

  it('takes nothing for a line when the stream ends after a line feed', () => {
    expect(split('a\n')).toEqual(['a']);
  });

  describe('a byte order mark', () => {
    it('means nothing at the start of the input', () => {
      expect(split(`${MARK}a\nb\n`)).toEqual(['a', 'b']);
    });

    it('may come in pieces', () => {
      expect(split(...inBytes(`${MARK}a\n`))).toEqual(['a']);
    });

    it('may be all there is', () => {
      expect(split(MARK)).toEqual([]);
    });

    it('may stand on a line of its own', () => {
      expect(split(`${MARK}\r\na\n`)).toEqual(['a']);
    });

    it.each([`a\n${MARK}b\n`, `\n${MARK}b\n`, `${MARK}${MARK}b\n`])(
      'belongs to the line anywhere else: %j',
      (text) => {
        expect(split(text).at(-1)).toBe(`${MARK}b`);
      },
    );
  });

  describe('the limit', () => {
    const longest = 'x'.repeat(LIMIT);
    const ends = ['\n', '\r\n', ''];

    it.each(ends)('allows a line as long as it, before %j', (end) => {
      expect(split(`${longest}${end}`)).toEqual([longest]);
    });

    it.each(ends)('refuses a line that is a byte longer, before %j', (end) => {
      expect(split(`${longest}x${end}`)).toEqual([TOO_LONG]);
    });

    it('counts neither byte order mark nor line end', () => {
      expect(split(`${MARK}${longest}\r\n${longest}\r\n`)).toEqual([longest, longest]);
    });

    it('counts the bytes of every line but the first without a mark to spare', () => {
      expect(split(`a\n${MARK}${longest}\n`)).toEqual(['a', TOO_LONG]);
    });

    it('is told once, and the next line is read', () => {
      expect(split('0123', '45678', '9abc', 'def', '\nnext\n')).toEqual([TOO_LONG, 'next']);
    });

    it('is told once where the chunk ends with the line', () => {
      expect(split(`${longest}xxxxx\n`, 'next\n')).toEqual([TOO_LONG, 'next']);
    });

    it('is told before the line ends, and once where it ends with the input', () => {
      const { lines, splitter } = open();
      splitter.push(Buffer.from('x'.repeat(5 * LIMIT)));
      expect(lines).toEqual([TOO_LONG]);

      splitter.push(Buffer.from('x'.repeat(5 * LIMIT)));
      splitter.end();
      expect(lines).toEqual([TOO_LONG]);
    });

    it('counts bytes, not characters', () => {
      expect(split('ééééé\n', 'éééééé\n')).toEqual(['ééééé', TOO_LONG]);
    });

    it('holds for each line', () => {
      expect(split('0123456\n0123456\n0123456\n')).toHaveLength(3);
    });

    it('bounds the memory of a line that never ends', () => {
      const { splitter } = open();
      const held: number[] = [];
      for (let i = 0; i < 10 * LIMIT; i++) {
        splitter.push(Buffer.from('x'));
        held.push(splitter.heldBytes);
      }

      expect(Math.max(...held)).toBeLessThanOrEqual(LIMIT + 4);
      expect(held.at(-1)).toBe(0);
    });
  });

  it('holds nothing between lines', () => {
    const { splitter } = open();

    splitter.push(Buffer.from('abc'));
    splitter.push(Buffer.from('def\n'));

    expect(splitter.heldBytes).toBe(0);
  });
});
