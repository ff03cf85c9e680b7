import { LineSplitter } from './line-splitter.js';

const TOO_LONG = '<too long>';

/** The lines of a stream that arrives in these chunks; at most ten bytes each are allowed. */
function split(...chunks: (string | Buffer)[]): string[] {
  const lines: string[] = [];
  const splitter = new LineSplitter(10, {
    line: (text) => lines.push(text),
    tooLong: () => lines.push(TOO_LONG),
  });
  for (const chunk of chunks) splitter.push(Buffer.from(chunk));
  splitter.end();
  return lines;
}

describe('LineSplitter', () => {
  it('finds several lines in one chunk', () => {
    expect(split('a\nb\nc\n')).toEqual(['a', 'b', 'c']);
  });

  it('joins a line that comes in pieces', () => {
    expect(split('ab', 'cd', '\nef', '\n')).toEqual(['abcd', 'ef']);
  });

  it('decodes a character whose bytes come apart', () => {
    const bytes = Buffer.from('“é”\n');

    expect(split(...Array.from(bytes, (byte) => Buffer.of(byte)))).toEqual(['“é”']);
  });

  it('drops the carriage return before a line feed', () => {
    expect(split('a\r\nb\r', '\n')).toEqual(['a', 'b']);
  });

  it('skips lines without content', () => {
    expect(split('\n\r\n  \na\n\n')).toEqual(['a']);
  });

  it('takes the rest as a line when the stream ends', () => {
    expect(split('a\nb')).toEqual(['a', 'b']);
  });

  it('takes nothing for a line when the stream ends after a line feed', () => {
    expect(split('a\n')).toEqual(['a']);
  });

  it('allows a line as long as the limit', () => {
    expect(split('0123456789\n')).toEqual(['0123456789']);
  });

  it('tells once of a line that is too long, and goes on after it', () => {
    expect(split('0123', '45678', '9abc', 'def', '\nnext\n')).toEqual([TOO_LONG, 'next']);
  });

  it('tells of a line that is too long before it ends', () => {
    expect(split('0123456789a')).toEqual([TOO_LONG]);
  });

  it('counts bytes, not characters', () => {
    expect(split('ééééé\n', 'éééééé\n')).toEqual(['ééééé', TOO_LONG]);
  });

  it('counts each line for itself', () => {
    expect(split('0123456\n0123456\n0123456\n')).toHaveLength(3);
  });
});
