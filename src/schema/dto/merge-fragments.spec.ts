import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import type { Fragment } from './constraints/constraint-entry.interface.js';
import { mergeFragments } from './merge-fragments.js';

const FRAGMENTS: readonly Fragment[] = [
  {},
  { type: 'string' },
  { type: 'number' },
  { type: 'integer' },
  { type: 'array' },
  { type: 'object', minProperties: 1 },
  { type: 'string', minLength: 2 },
  { type: 'string', minLength: 1, maxLength: 2 },
  { type: 'string', pattern: 'a' },
  { type: 'string', pattern: 'b' },
  { type: 'string', not: { pattern: 'c' } },
  { type: 'number', minimum: 1 },
  { type: 'number', exclusiveMinimum: 0, maximum: 3 },
  { type: 'number', multipleOf: 2 },
  { enum: ['', null] },
  { enum: ['a', 1, null] },
  { type: 'string', enum: ['a', 'ab'] },
  { not: { enum: [null] } },
  { not: { enum: ['', null] } },
  { not: { enum: ['a', 1] } },
  { type: 'array', minItems: 1, items: { type: 'string' } },
  { type: 'array', items: { not: { enum: ['a'] } } },
  { type: 'array', contains: { const: 'a' } },
  { type: 'array', contains: { const: 1 }, allOf: [{ contains: { const: 'b' } }] },
];
const VALUES = [
  ...[null, true, '', 'a', 'b', 'ab', 'abc', 'c', 0, 1, 2, 2.5, 3, 4, {}, { a: 1 }],
  ...[[], ['a'], ['b'], [1], ['a', 1, 'b'], [null], ['']],
];

const ajv = new Ajv2020({ strict: false });
const compile = (schema: object): ((value: unknown) => boolean) => ajv.compile(schema) as never;

/** Undefined keywords are dropped when a schema is written. */
const written = (schema: Fragment): object => JSON.parse(JSON.stringify(schema)) as object;

describe('mergeFragments', () => {
  it('holds for exactly the values for which all parts hold', () => {
    const parts = fc.array(fc.constantFrom(...FRAGMENTS), { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(parts, (fragments) => {
        const merged = fragments.reduce<Fragment | undefined>(
          (left, right) => (left === undefined ? undefined : mergeFragments(left, right)),
          {},
        );
        const holds = merged === undefined ? () => false : compile(written(merged));
        const each = fragments.map((fragment) => compile(fragment));
        for (const value of VALUES) {
          expect([value, holds(value)]).toEqual([value, each.every((check) => check(value))]);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('says that nothing satisfies contradictory types', () => {
    expect(mergeFragments({ type: 'string' }, { type: 'number' })).toBeUndefined();
    expect(mergeFragments({ enum: ['a'] }, { not: { enum: ['a'] } })).toBeUndefined();
  });

  it('writes "not empty" on a string as a length', () => {
    const merged = mergeFragments({ not: { enum: ['', null] } }, { type: 'string' });
    expect(written(merged ?? {})).toEqual({ type: 'string', minLength: 1 });
  });
});
