import * as fc from 'fast-check';
import { parseUriTemplate } from './parse-uri-template.js';
import type { UriMatchOptions } from './uri-match-options.interface.js';

function match(template: string, uri: string, options?: UriMatchOptions): unknown {
  const found = parseUriTemplate(template, 'spec').match(uri, options);
  return found?.kind === 'match' ? Object.fromEntries(found.variables) : found;
}

const UNDECODABLE = { kind: 'malformed', variable: 'f', reason: 'percent-encoding' };

describe('a value that tries to leave its folder', () => {
  it.each([
    ['a dot segment', '..'],
    ['an encoded one', '%2e%2e'],
    ['a half encoded one', '.%2E'],
    ['an encoded slash', '..%2f..%2fetc'],
    ['an encoded backslash', '..%5c..%5cetc'],
    ['a raw backslash', '..\\..\\etc'],
    ['a backslash and an encoded slash', 'a\\..%2Fb'],
    ['a NUL', 'a%00.txt'],
    ['a raw NUL', 'a\0.txt'],
    ['a NUL behind dots', '..%00'],
  ])('matches no segment: %s', (_what, raw) => {
    for (const template of ['x:/{f}', 'x:/{.f}', 'x:{/f}', 'x:{/f*}', 'x:/{f*}', 'x:/{f:40}']) {
      const head = template.includes('{.') ? 'x:/.' : 'x:/';
      expect(match(template, head + raw)).toBeUndefined();
    }
  });

  it.each([
    ['an overlong slash', '%c0%af'],
    ['an overlong dot', '%c0%ae%c0%ae'],
    ['an overlong dot of three bytes', '%e0%80%ae'],
    ['an overlong dot of four bytes', '%f0%80%80%ae'],
    ['an overlong NUL', '%c0%80'],
    ['half of a surrogate pair', '%ed%a0%80'],
    ['a character past the last', '%f4%90%80%80'],
    ['a lone continuation', '%80'],
    ['a sequence cut short', '%e2%82'],
    ['an escape of another language', '%u002e%u002e'],
  ])('cannot be read where it is no UTF-8: %s', (_what, raw) => {
    expect(match('x:/{f}', `x:/${raw}`)).toEqual(UNDECODABLE);
    expect(match('x:/{+f}', `x:/${raw}`)).toEqual(UNDECODABLE);
    expect(match('x:/{f}', `x:/${raw}`, { allowEncodedSlash: true })).toEqual(UNDECODABLE);
  });

  it.each([
    ['dots escaped twice', '%252e%252e', '%2e%2e'],
    ['a slash escaped twice', 'a%252fb', 'a%2fb'],
    ['dots escaped thrice', '%25252e', '%252e'],
    ['a NUL escaped twice', 'a%2500', 'a%00'],
    ['fullwidth dots', '\uFF0E\uFF0E', '\uFF0E\uFF0E'],
    ['fullwidth dots, escaped', '%EF%BC%8E%EF%BC%8E', '\uFF0E\uFF0E'],
    ['a fullwidth slash', 'a\uFF0Fb', 'a\uFF0Fb'],
    ['a division slash', 'a\u2215b', 'a\u2215b'],
    ['a two-dot leader', '\u2025', '\u2025'],
    ['a letter and its accent apart', 'e\u0301', 'e\u0301'],
    ['both in one', '\u00E9', '\u00E9'],
    ['an invisible character among dots', '.\u200B.', '.\u200B.'],
    ['three dots', '...', '...'],
  ])('is given as it is written, decoded once: %s', (_what, raw, text) => {
    for (const template of ['x:/{f}', 'x:/{+f}']) {
      expect(match(template, `x:/${raw}`)).toEqual({ f: text });
    }
  });

  it('is one character at most where half of a pair is raw', () => {
    expect(match('x:/{f}', 'x:/a\uD800')).toEqual({ f: 'a\uFFFD' });
  });
});

describe('a scheme or a literal that is nearly the right one', () => {
  it.each([
    ['another scheme', 'y:/a'],
    ['a longer scheme', 'xx:/a'],
    ['a shorter literal', 'x:a'],
    ['a scheme with a space before it', ' x:/a'],
    ['an escaped colon', 'x%3A/a'],
    ['an escaped slash', 'x:%2Fa'],
    ['a fullwidth colon', 'x\uFF1A/a'],
    ['a look-alike scheme', '\u0445:/a'],
  ])('does not match: %s', (_what, uri) => {
    expect(match('x:/{f}', uri)).toBeUndefined();
  });
});

describe('any URI', () => {
  const pieces = fc.constantFrom(
    ...['a', 'B', '.', '..', '/', '\\', '?', '#', '&', '=', '%', '%2e', '%2E', '%2f', '%5C', '%25'],
    ...['%252e', '%00', '\0', '%c0%ae', '%EF%BC%8E', '\uFF0E', 'e\u0301', '\u00E9', '\uD800', ' '],
  );
  const uris = fc.array(pieces, { maxLength: 12 }).map((parts) => `x:/${parts.join('')}`);
  const written = (uri: string) => uri.slice('x:/'.length).replace(/\p{Surrogate}/gu, '\uFFFD');

  it('gives a value that is exactly what is written, decoded once, and no other', () => {
    for (const [template, options] of [
      ['x:/{f}', {}],
      ['x:/{f}', { allowEncodedSlash: true }],
      ['x:/{+f}', {}],
    ] as const) {
      fc.assert(
        fc.property(uris, (uri) => {
          const found = match(template, uri, options) as { f?: string; kind?: string } | undefined;
          if (found === undefined || found.kind === 'malformed') return;
          expect(found.f).toBe(decodeURIComponent(written(uri)));
        }),
        { numRuns: 500 },
      );
    }
  });

  it('gives a segment that stays in its folder', () => {
    fc.assert(
      fc.property(uris, (uri) => {
        const found = match('x:/{f}', uri) as { f?: string; kind?: string } | undefined;
        if (found?.f === undefined) return;
        expect(new URL(encodeURIComponent(found.f), 'file:///folder/').pathname).toMatch(
          /^\/folder\/[^/\\]+$/,
        );
        expect(found.f).not.toContain('\0');
      }),
      { numRuns: 1000 },
    );
  });
});
