import fc from 'fast-check';
import { translatePattern } from './translate-pattern.js';

const TRANSLATED: readonly RegExp[] = [
  /^[a-z]+$/i,
  /^[A-F0-9-]{2,4}$/i,
  /^[^a-c]+$/i,
  /^[0-z]+$/i,
  /^[!-~]+$/i,
  /^(?:foo|b[aeiou]r)?\d*$/i,
  /^(?<year>\d{2})-(?<m>[a-c])$/i,
  /^(?=a)[a-z]{1,3}(?!x)$/i,
  /^\w+\s?\b[k-m]$/i,
  new RegExp(String.raw`^[\w\-\.]+\@x$`),
  /^\/path\/[^/]+$/i,
  /^a\\b[\]x\\]+$/i,
  /^a.b$/s,
  /a{2}|^b?$/g,
  /^[-a]+$/i,
  /^[a\-z]+$/i,
  /^\t|\n|\$|\{x\}$/i,
];

const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(...'aAbBcCfFkKoOrRxXzZ019-_./\\@$[]{}!~\t\n '),
      fc.string({ maxLength: 1 }),
    ),
    {
      maxLength: 6,
    },
  )
  .map((parts) => parts.join(''));

describe('translatePattern', () => {
  it.each(TRANSLATED)('keeps what %p matches', (expression) => {
    const translated = translatePattern(expression);
    const pattern = new RegExp(translated?.pattern ?? 'untranslated', 'u');
    const plain = new RegExp(expression.source, expression.flags.replace('g', ''));
    fc.assert(
      fc.property(text, (value) => {
        expect(pattern.test(value)).toBe(plain.test(value));
      }),
      { numRuns: 2000 },
    );
    expect(pattern.flags).toBe('u');
  });

  it.each([/^a$/m, /a/y, /^(a)\1$/i, /é/i, /[!-\]]/i, /k/iu, /^]$/])(
    'gives up on %p',
    (expression) => {
      expect(translatePattern(expression)).toBeUndefined();
    },
  );

  it('leaves a unicode expression alone', () => {
    expect(translatePattern(/^\p{L}{2}.$/u)).toEqual({
      pattern: '^\\p{L}{2}.$',
      codePoints: false,
    });
  });

  it.each([/^.$/, /^[^a]$/, /^\W$/, /😀/])('knows that %p counts UTF-16 units', (expression) => {
    expect(translatePattern(expression)?.codePoints).toBe(true);
  });
});
