import * as fc from 'fast-check';
import { compileSlots } from './compile-slots.js';
import { findSpans } from './find-spans.js';
import { parseTemplateParts } from './parse-template-parts.js';

/** How often matching looks at a character of the text. */
function looks(template: string, text: string): number {
  let count = 0;
  findSpans(compileSlots(parseTemplateParts({ template, where: 'spec' })), {
    length: text.length,
    charCodeAt: (index) => {
      count++;
      return text.charCodeAt(index);
    },
  });
  return count;
}

const HOSTILE: readonly (readonly [string, string, string])[] = [
  ['a://{b}-{c}-{d}-{e}-{f}!', 'a://', '-'],
  ['a://{b}a{c}a{d}a{e}a{f}aab', 'a://', 'a'],
  ['a://{+b}/{+c}/{+d}/{+e}/x', 'a://', '/'],
  ['a://{+b}/{c}/{+d}/{e}/x', 'a://', 'a/'],
  ['a://x{/b*,c,d}/y', 'a://x', '/z'],
  ['a://{b*,c}.{d*,e}!', 'a://', ',.'],
  ['a://x{;b,c*}/y{?d,e*}', 'a://x', ';b'],
  ['a://x{?d,e*}', 'a://x?', '&e=1'],
  ['a://{b}{.c}{.d}{;e}{?f}{#g}', 'a://', '.;?#'],
  ['a://{b}', 'a://', '%E0%A4%A'],
];

describe('the work of matching', () => {
  it.each(HOSTILE)('is linear in 100 kB of hostile text for %s', (template, head, repeated) => {
    const text = (size: number) => head + repeated.repeat(size / repeated.length);
    const half = looks(template, text(50_000));
    const whole = looks(template, text(100_000));
    expect(whole).toBeGreaterThan(0);
    expect(whole).toBeLessThanOrEqual(2.1 * half + 100);
    expect(whole).toBeLessThanOrEqual(template.length * 100_100);
  });

  it('never exceeds text length times template length, for any text', () => {
    const templates = fc.constantFrom(...HOSTILE.map(([template]) => template));
    const texts = fc
      .array(fc.constantFrom('a', '/', '-', '.', ',', ';b', '?', '#', '&e=', '!', '%'))
      .map((pieces) => `a://${pieces.join('')}`);
    fc.assert(
      fc.property(templates, texts, (template, text) => {
        expect(looks(template, text)).toBeLessThanOrEqual(template.length * (text.length + 1));
      }),
    );
  });

  it('looks at a URI of another scheme only until it differs', () => {
    expect(looks('users://{id}', `files://${'a'.repeat(100_000)}`)).toBe(1);
  });
});
