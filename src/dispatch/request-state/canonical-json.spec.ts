import fc from 'fast-check';
import { canonicalJson } from './canonical-json.js';

/** The same value with the members of every object in another order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, member]) => [key, reversed(member)] as const);
  return Object.fromEntries(members.toReversed());
}

describe('canonicalJson', () => {
  it('does not depend on the order of members', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
      }),
    );
  });

  it('tells different values apart', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const isEqual = JSON.stringify(JSON.parse(canonicalJson(a))) === canonicalJson(b);
        expect(canonicalJson(a) === canonicalJson(b)).toBe(isEqual);
      }),
    );
  });

  it('keeps the order of lists', () => {
    expect(canonicalJson([2, 1])).not.toBe(canonicalJson([1, 2]));
  });

  it('keeps a member of the name __proto__', () => {
    const value: unknown = JSON.parse('{"__proto__":{"admin":true}}');

    expect(canonicalJson(value)).toBe('{"__proto__":{"admin":true}}');
  });
});
