import fc from 'fast-check';
import type { JsonObject } from '../../protocol/json.js';
import { compileJsonSchema } from './compile-json-schema.js';

/** Compiles a schema for the one member `v`. */
async function compile(schema: JsonObject) {
  const source = { type: 'object', properties: { v: schema } };
  const { json, validate } = await compileJsonSchema(source, { role: 'input', where: 'spec' });
  return {
    shown: (json.properties as JsonObject).v,
    accepts: async (v: unknown) => (await validate({ v })).ok,
  };
}

/** An object literal with `then` looks like a promise to the linter. */
const conditional = JSON.parse('{"if":{"minimum":10},"then":{"multipleOf":10}}') as JsonObject;

/** Every keyword of 2020-12 that constrains: what it is in, what it accepts, what it alone refuses. */
const KEYWORDS: readonly (readonly [
  keyword: string,
  schema: JsonObject,
  good: unknown,
  bad: unknown,
])[] = [
  ['type', { type: 'string' }, 'a', 1],
  ['enum', { enum: ['a', 1] }, 1, 2],
  ['const', { const: { a: 1 } }, { a: 1 }, { a: 2 }],
  ['multipleOf', { multipleOf: 5 }, 10, 11],
  ['maximum', { maximum: 5 }, 5, 5.1],
  ['exclusiveMaximum', { exclusiveMaximum: 5 }, 4.9, 5],
  ['minimum', { minimum: 5 }, 5, 4.9],
  ['exclusiveMinimum', { exclusiveMinimum: 5 }, 5.1, 5],
  ['maxLength', { maxLength: 2 }, '😀😀', 'abc'],
  ['minLength', { minLength: 2 }, 'ab', '😀'],
  ['pattern', { pattern: '^a' }, 'ab', 'ba'],
  ['format', { type: 'string', format: 'date' }, '2026-07-28', '2026-13-01'],
  ['maxItems', { maxItems: 1 }, [1], [1, 2]],
  ['minItems', { minItems: 1 }, [1], []],
  ['uniqueItems', { uniqueItems: true }, [1, 2], [{ a: 1 }, { a: 1 }]],
  ['contains', { contains: { const: 1 } }, [0, 1], [0]],
  ['maxContains', { contains: { const: 1 }, maxContains: 1 }, [1, 0], [1, 1]],
  ['minContains', { contains: { const: 1 }, minContains: 2 }, [1, 1], [1]],
  ['items', { items: { type: 'string' } }, ['a'], [1]],
  ['prefixItems', { prefixItems: [{ type: 'string' }] }, ['a', 1], [1]],
  ['unevaluatedItems', { prefixItems: [true], unevaluatedItems: false }, [1], [1, 2]],
  ['maxProperties', { maxProperties: 1 }, { a: 1 }, { a: 1, b: 1 }],
  ['minProperties', { minProperties: 1 }, { a: 1 }, {}],
  ['required', { required: ['a'] }, { a: 1 }, {}],
  ['dependentRequired', { dependentRequired: { a: ['b'] } }, { a: 1, b: 1 }, { a: 1 }],
  ['properties', { properties: { a: { type: 'string' } } }, { a: 'x' }, { a: 1 }],
  [
    'patternProperties',
    { patternProperties: { '^a': { type: 'string' } } },
    { ab: 'x' },
    { ab: 1 },
  ],
  ['additionalProperties', { additionalProperties: false }, {}, { a: 1 }],
  ['propertyNames', { propertyNames: { maxLength: 1 } }, { a: 1 }, { ab: 1 }],
  ['dependentSchemas', { dependentSchemas: { a: { required: ['b'] } } }, { b: 1 }, { a: 1 }],
  [
    'unevaluatedProperties',
    { properties: { a: true }, unevaluatedProperties: false },
    { a: 1 },
    { b: 1 },
  ],
  ['allOf', { allOf: [{ minimum: 1 }, { maximum: 2 }] }, 1, 3],
  ['anyOf', { anyOf: [{ type: 'string' }, { minimum: 1 }] }, 1, 0],
  ['oneOf', { oneOf: [{ minimum: 1 }, { maximum: 2 }] }, 3, 1],
  ['not', { not: { type: 'string' } }, 1, 'a'],
  ['then', conditional, 20, 15],
  ['else', JSON.parse('{"if":{"minimum":10},"else":{"const":1}}') as JsonObject, 1, 2],
];

describe.each(KEYWORDS)('%s in a JSON Schema', (keyword, schema, good, bad) => {
  it('is shown word for word', async () => {
    expect((await compile(schema)).shown).toEqual(schema);
  });

  it('is enforced, and nothing else refuses what it refuses', async () => {
    const { [keyword]: _left, ...without } = schema;
    const [enforced, loose] = [await compile(schema), await compile(without)];

    expect([await enforced.accepts(good), await enforced.accepts(bad)]).toEqual([true, false]);
    expect(await loose.accepts(bad)).toBe(true);
  });
});

describe('the bound of a JSON Schema', () => {
  const number = fc.double({ min: -1e6, max: 1e6, noNaN: true });
  const size = fc.nat(6);
  const text = fc.string({ unit: 'grapheme', maxLength: 8 });
  const list = fc.array(fc.nat(3), { maxLength: 8 });
  const points = (value: string) => [...value].length;

  it.each<[string, fc.Arbitrary<unknown>, fc.Arbitrary<unknown>, (bound: any, v: any) => boolean]>([
    ['minimum', number, number, (bound, v) => v >= bound],
    ['maximum', number, number, (bound, v) => v <= bound],
    ['exclusiveMinimum', number, number, (bound, v) => v > bound],
    ['exclusiveMaximum', number, number, (bound, v) => v < bound],
    ['multipleOf', fc.integer({ min: 1, max: 9 }), fc.integer(), (bound, v) => v % bound === 0],
    ['minLength', size, text, (bound, v) => points(v as string) >= bound],
    ['maxLength', size, text, (bound, v) => points(v as string) <= bound],
    ['minItems', size, list, (bound, v) => v.length >= bound],
    ['maxItems', size, list, (bound, v) => v.length <= bound],
    [
      'uniqueItems',
      fc.constant(true),
      list,
      (_bound, v) => new Set(v as unknown[]).size === v.length,
    ],
    [
      'enum',
      fc.uniqueArray(fc.nat(9), { minLength: 1 }),
      fc.nat(9),
      (bound, v) => bound.includes(v),
    ],
    ['const', fc.nat(3), fc.nat(3), (bound, v) => v === bound],
  ])('%s is where the author put it', async (keyword, bounds, values, holds) => {
    await fc.assert(
      fc.asyncProperty(
        bounds,
        fc.array(values, { minLength: 1, maxLength: 20 }),
        async (bound, all) => {
          const { accepts } = await compile({ [keyword]: bound });
          // The bound itself is the value that is most easily wrong.
          const likely = [...all, bound].filter((value) => typeof value === typeof all[0]);
          const verdicts = await Promise.all(likely.map(accepts));
          expect(verdicts).toEqual(likely.map((value) => holds(bound, value)));
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('what describes and does not constrain', () => {
  it('is shown word for word, and refuses nothing', async () => {
    const described = {
      title: 'T',
      description: 'D',
      default: 'none',
      examples: ['a', 1],
      deprecated: true,
      readOnly: true,
      writeOnly: false,
      contentEncoding: 'base64',
      contentMediaType: 'image/png',
      $comment: 'for maintainers',
      'x-order': 1,
    };
    const { shown, accepts } = await compile(described);

    expect(shown).toEqual(described);
    expect([await accepts('%%%'), await accepts(1), await accepts(null)]).toEqual([
      true,
      true,
      true,
    ]);
  });
});
