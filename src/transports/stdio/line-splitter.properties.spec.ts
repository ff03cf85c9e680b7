import fc from 'fast-check';
import { LineSplitter } from './line-splitter.js';

const LIMIT = 6;
const TOO_LONG = null;

function split(chunks: readonly Buffer[]): (string | null)[] {
  const lines: (string | null)[] = [];
  const splitter = new LineSplitter(LIMIT, {
    line: (bytes) => lines.push(bytes.toString('hex')),
    tooLong: () => lines.push(TOO_LONG),
  });
  for (const chunk of chunks) splitter.push(chunk);
  splitter.end();
  return lines;
}

/** Cuts bytes at these places. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length];
  ends.sort((a, b) => a - b);
  return ends.map((end, i) => bytes.subarray(i === 0 ? 0 : ends[i - 1], end));
}

/** What an input means, said in the simplest way. */
function expected(bytes: Buffer): (string | null)[] {
  const hex = bytes.toString('hex').replace(/^efbbbf/, '');
  const lines = (hex.match(/../g) ?? []).join(' ').split(/ ?0a ?/);
  return lines
    .map((line) => line.replace(/ ?0d$/, '').replaceAll(' ', ''))
    .filter((line) => line.length > 2 * LIMIT || !/^(20|09|0d)*$/.test(line))
    .map((line) => (line.length > 2 * LIMIT ? TOO_LONG : line));
}

/** Bytes that are likely to matter, and any other. */
const byte = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(0x0a, 0x0d, 0x20, 0x09, 0xef, 0xbb, 0xbf) },
  { weight: 2, arbitrary: fc.constant(0x61) },
  fc.integer({ min: 0, max: 255 }),
);
const input = fc
  .tuple(fc.boolean(), fc.array(byte, { maxLength: 40 }))
  .map(([hasMark, bytes]) => Buffer.from([...(hasMark ? [0xef, 0xbb, 0xbf] : []), ...bytes]));

describe('LineSplitter, for any input', () => {
  it('gives the lines there are, however the input is cut into chunks', () => {
    fc.assert(
      fc.property(input, fc.array(fc.nat(50), { maxLength: 12 }), (bytes, places) => {
        expect(split(cut(bytes, places))).toEqual(expected(bytes));
      }),
      { numRuns: 2_000 },
    );
  });

  it('gives the same lines for one byte at a time', () => {
    fc.assert(
      fc.property(input, (bytes) => {
        expect(split(Array.from(bytes, (one) => Buffer.of(one)))).toEqual(expected(bytes));
      }),
      { numRuns: 500 },
    );
  });
});
