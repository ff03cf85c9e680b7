import * as fc from 'fast-check';
import { McpConfigurationError } from '../../protocol/mcp-configuration.error.js';
import { parseUriTemplate } from './parse-uri-template.js';
import type { UriTemplate } from './uri-template.js';
import type { UriMatchOptions } from './uri-match-options.interface.js';
import type { UriMatch, UriVariable } from './uri-match.interface.js';

const NAMES = ['a', 'B', '_', 'c.d', '%41', 'e1', '__proto__', 'constructor', 'toString'];
const expressions = fc.record({
  operator: fc.constantFrom('', '', '+', '#', '.', '/', ';', '?', '&'),
  modifiers: fc.array(fc.constantFrom('', '', '*', ':1', ':40'), { minLength: 1, maxLength: 3 }),
  literal: fc.constantFrom('', '', '/', '-', '.x/', '/é/', '?x=', '/%2f'),
});

/** Any template of the grammar that can be matched. */
const templates: fc.Arbitrary<UriTemplate> = fc
  .record({
    head: fc.constantFrom('a:', 'a://', 'A+b://x', 'a:/?x'),
    names: fc.shuffledSubarray(NAMES, { minLength: NAMES.length }),
    body: fc.array(expressions, { minLength: 1, maxLength: 3 }),
  })
  .map(({ head, names, body }) => {
    const unused = names.values();
    const written = body.map(({ operator, modifiers, literal }) => {
      const variables = modifiers.map((modifier) => `${unused.next().value}${modifier}`);
      return `{${operator}${variables.join(',')}}${literal}`;
    });
    return tryParse(head + written.join(''));
  })
  .filter((template) => template !== undefined);

function tryParse(template: string): UriTemplate | undefined {
  try {
    return parseUriTemplate(template, 'spec');
  } catch (error) {
    if (error instanceof McpConfigurationError) return undefined;
    throw error;
  }
}

const ESCAPE = /%[0-9A-Fa-f]{2}/g;
const text = fc
  .string({ unit: 'binary', minLength: 1 })
  .map((value) => value.replaceAll('\0', '0'));
/** Text in which nothing can be taken for a separator of the templates above. */
const plainText = fc
  .oneof(
    text,
    fc.string({ unit: fc.constantFrom('%', 'é', ' ', '😀', '+', '2', '"'), minLength: 1 }),
  )
  .map((value) => value.replace(/[/\\?#;&,.=x-]/g, '_').replace(ESCAPE, '_'));

function valuesFor(template: UriTemplate, texts: fc.Arbitrary<string>) {
  const entries = template.parts.flatMap((part) => {
    if (part.kind === 'literal') return [];
    const optional = ';?&'.includes(part.operator) && part.operator !== '';
    return part.variables.map(({ name, explode, prefix }) => {
      const one = texts.map((value) => Array.from(value).slice(0, prefix).join(''));
      const value: fc.Arbitrary<UriVariable> = explode ? fc.array(one, { minLength: 1 }) : one;
      const presence = optional ? fc.option(value, { nil: undefined }) : value;
      return presence.map((chosen) => [name, chosen] as const);
    });
  });
  return fc
    .tuple(...entries)
    .map((pairs) => new Map(pairs.flatMap(([k, v]) => (v === undefined ? [] : [[k, v] as const]))));
}

function cases(texts: fc.Arbitrary<string>) {
  return templates.chain((template) =>
    valuesFor(template, texts).map((values) => ({ template, values })),
  );
}

function expandAgain(template: UriTemplate, found: UriMatch): string | undefined {
  return found.kind === 'match' ? template.expand(found.variables) : undefined;
}

const noDots = (value: string) => !value.split(/[/\\]/).some((part) => /^\.\.?$/.test(part));
const oneSegment = (value: string) => noDots(value) && !/[/\\]/.test(value);

describe('matching what was expanded', () => {
  it('gives back the values, for any template and values without its separators', () => {
    fc.assert(
      fc.property(cases(plainText), ({ template, values }) => {
        const found = template.match(template.expand(values));
        expect(found).toEqual({ kind: 'match', variables: values });
      }),
      { numRuns: 1000 },
    );
  });

  it('gives values that expand to the same URI, for any template and values it matches', () => {
    const texts = text.map((value) => value.replace(ESCAPE, '_'));
    fc.assert(
      fc.property(cases(texts), ({ template, values }) => {
        const uri = template.expand(values);
        const found = template.match(uri, { allowEncodedSlash: true });
        expect(found === undefined || expandAgain(template, found) === uri).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  const segment = text.filter(oneSegment);
  const unescaped = text.map((value) => value.replace(ESCAPE, '_'));
  const anything = fc.oneof(text, fc.constant(''));

  it.each<[string, string, fc.Arbitrary<UriVariable>, UriMatchOptions]>([
    ['x://{a}', 'text of one segment', segment, {}],
    ['x://y{/a}/z', 'text of one segment', segment, {}],
    ['x://y{/a*}', 'list of segments', fc.array(segment, { minLength: 1 }), {}],
    ['x://{a}', 'text with safe slashes', text.filter(noDots), { allowEncodedSlash: true }],
    ['x://{+a}', 'text without escapes', unescaped, {}],
    ['x://y{#a}', 'text without escapes', unescaped, {}],
    ['x://y{?a}', 'text at all, empty too', anything, {}],
    ['x://y?z=1{&a*}', 'list of texts', fc.array(anything, { minLength: 1 }), {}],
  ])('gives back for %s any %s', (template, _what, arbitrary, options) => {
    const parsed = parseUriTemplate(template, 'spec');
    fc.assert(
      fc.property(arbitrary, (a) => {
        const variables = new Map([['a', a]]);
        const found = parsed.match(parsed.expand(variables), options);
        expect(found).toEqual({ kind: 'match', variables });
      }),
      { numRuns: 300 },
    );
  });
});

describe('matching anything', () => {
  const units = fc
    .array(fc.integer({ min: 0, max: 0xffff }))
    .map((codes) => String.fromCharCode(...codes));
  const pieces = fc
    .array(
      fc.constantFrom('a', '/', '.', '%', '%2F', '%E0', '?', '&', '=', ';', ',', '#', '\uD800'),
    )
    .map((parts) => `a:${parts.join('')}`);

  it('never throws, whatever the string', () => {
    fc.assert(
      fc.property(templates, fc.oneof(units, pieces), (template, uri) => {
        expect([undefined, 'match', 'malformed']).toContain(template.match(uri)?.kind);
      }),
      { numRuns: 1000 },
    );
  });

  it('never gives a segment that leaves its folder', () => {
    const template = parseUriTemplate('a:{a}', 'spec');
    fc.assert(
      fc.property(pieces, (uri) => {
        const found = template.match(uri);
        const value = found?.kind === 'match' ? String(found.variables.get('a')) : 'none';
        expect(value).not.toMatch(/[/\\]|^\.\.?$/);
      }),
      { numRuns: 1000 },
    );
  });
});
