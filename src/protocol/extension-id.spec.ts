import fc from 'fast-check';
import { isExtensionId } from './extension-id.js';

describe('isExtensionId', () => {
  it.each([
    'io.modelcontextprotocol/ui',
    'com.example/audit',
    'com.example/audit-v2',
    'com.example/a.b_c-d',
    'a-1.b2/C',
    'a/0',
    'com.example/',
  ])('takes %s', (id) => {
    expect(isExtensionId(id)).toBe(true);
  });

  it.each([
    '',
    'audit',
    '/audit',
    '.com/audit',
    'com./audit',
    'com..example/audit',
    '1com.example/audit',
    '-com/audit',
    'com-/audit',
    'com_example/audit',
    'com.example/-audit',
    'com.example/audit.',
    'com.example/au dit',
    'com.example/audit/more',
    'com.example/ünder',
    'com.example/audit\n',
    '__proto__',
  ])('refuses %j', (id) => {
    expect(isExtensionId(id)).toBe(false);
  });

  it('agrees with the rule said in words', () => {
    const piece = fc.constantFrom(...'aZ09.-_/ ');
    const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));

    fc.assert(
      fc.property(text, (id) => {
        expect(isExtensionId(id)).toBe(saysTheRule(id));
      }),
      { numRuns: 5_000 },
    );
  });

  it('takes no time for a long one that is none', () => {
    expect(isExtensionId(`${'a-'.repeat(50_000)}!`)).toBe(false);
  });
});

/** Labels with dots between them, a slash, a name (2026-07-28, `_meta`). */
function saysTheRule(id: string): boolean {
  const [prefix, name, ...rest] = id.split('/');
  if (prefix === undefined || name === undefined || rest.length > 0) return false;
  const isLabel = (label: string): boolean =>
    /^[a-z]/i.test(label) && /[a-z0-9]$/i.test(label) && !/[^a-z0-9-]/i.test(label);
  const isName =
    name === '' ||
    (/^[a-z0-9]/i.test(name) && /[a-z0-9]$/i.test(name) && !/[^a-z0-9-_.]/i.test(name));
  return prefix.split('.').every(isLabel) && isName;
}
