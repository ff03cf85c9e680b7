import { parseLine } from './parse-line.js';

const parse = (text: string | readonly number[]) =>
  parseLine(typeof text === 'string' ? Buffer.from(text) : Buffer.from(text), 3);

describe('parseLine', () => {
  it.each([
    ['{"a":[1]}', { a: [1] }],
    [' "é" \r', 'é'],
    ['null', null],
  ])('reads %s', (text, value) => {
    expect(parse(text)).toEqual({ value });
  });

  it.each(['{"a":', 'hello', '{}}', '\u0000', '\uFEFF{}', '{}\u00A0'])(
    'refuses %j, which is not JSON',
    (text) => {
      expect(parse(text)).toEqual({ fault: 'the line is not JSON' });
    },
  );

  it.each([
    ['a lone continuation byte', [0x22, 0x80, 0x22]],
    ['a character that is cut off', [0x22, 0xe2, 0x82, 0x22]],
    ['an overlong form', [0x22, 0xc0, 0xaf, 0x22]],
    ['a surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['Latin-1', [0x22, 0xe9, 0x22]],
    ['UTF-16', [0xff, 0xfe, 0x7b, 0x00]],
  ])('refuses %s, which is not UTF-8, and puts no replacement there', (_, bytes) => {
    expect(parse(bytes)).toEqual({ fault: 'the line is not UTF-8' });
  });

  it('allows a nesting as deep as the limit', () => {
    expect(parse('[[[]]]')).toEqual({ value: [[[]]] });
  });

  it('refuses a nesting one deeper', () => {
    expect(parse('[[[[]]]]')).toEqual({ fault: 'the line nests deeper than 3 levels' });
  });
});
