import fc from 'fast-check';
import { decodeHeaderValue } from './header-sentinel.js';

const encode = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`;

describe('the value of a mirrored header', () => {
  it.each([
    ['plain', 'plain'],
    ['', ''],
    ['=?base64??=', ''],
    ['=?base64?SGVsbG8=?=', 'Hello'],
    ['=?base64?w7w=?=', 'ü'],
    ['=?base64?77u/eA==?=', '\ufeffx'],
    // Literals: a marker in another case, or half of one.
    ['=?BASE64?SGVsbG8=?=', '=?BASE64?SGVsbG8=?='],
    ['=?Base64?SGVsbG8=?=', '=?Base64?SGVsbG8=?='],
    ['=?base64?SGVsbG8=', '=?base64?SGVsbG8='],
    ['SGVsbG8=?=', 'SGVsbG8=?='],
    ['x=?base64?SGVsbG8=?=', 'x=?base64?SGVsbG8=?='],
  ])('decodes %j to %j', (value, text) => {
    expect(decodeHeaderValue(value)).toBe(text);
  });

  it.each([
    ['no padding', '=?base64?SGVsbG8?='],
    ['too much padding', '=?base64?SGVsbG8==?='],
    ['padding in the middle', '=?base64?SGVs=G8=?='],
    ['foreign characters', '=?base64?SGVs!!!bG8=?='],
    ['a space', '=?base64?SGVs bG8=?='],
    ['a line break', '=?base64?SGVs\nbG8=?='],
    ['the URL-safe alphabet', '=?base64?-_-_?='],
    ['bits left over', '=?base64?SGVsbG9=?='],
    ['invalid UTF-8', '=?base64?/w==?='],
    ['half a character', '=?base64?ww==?='],
  ])('is refused with %s', (_, value) => {
    expect(decodeHeaderValue(value)).toBeUndefined();
  });

  it('survives the way through Base64, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(decodeHeaderValue(encode(text))).toBe(text);
      }),
    );
  });

  it('never throws', () => {
    const values = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string().map((inner) => `=?base64?${inner}?=`),
      fc.base64String().map((inner) => `=?base64?${inner}?=`),
    );

    fc.assert(
      fc.property(values, (value) => {
        expect(['string', 'undefined']).toContain(typeof decodeHeaderValue(value));
      }),
    );
  });
});
