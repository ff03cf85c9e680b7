import ajvFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { z } from 'zod';
import type { JsonObject } from '../../protocol/json.js';
import { compileStandardSchema } from './compile-standard-schema.js';

interface Case {
  readonly name: string;
  readonly schema: z.ZodType;
  /** What must be shown of it. */
  readonly shown: object;
  readonly valid: readonly unknown[];
  readonly invalid: readonly unknown[];
  /** How the shown format relates to what zod takes: the same, narrower, or judged by another parser. */
  readonly relation: 'same' | 'narrower' | 'apart';
}

const of = (
  name: string,
  schema: z.ZodType,
  shown: object,
  valid: readonly unknown[],
  invalid: readonly unknown[],
  relation: Case['relation'] = 'same',
): Case => ({ name, schema, shown, valid, invalid, relation });

const anything = expect.anything() as unknown;
const UUID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

const types: readonly Case[] = [
  of('string', z.string(), { type: 'string' }, ['', 'a'], [1, null, {}]),
  of('integer', z.int(), { type: 'integer' }, [0, -3], [1.5, '1', null]),
  of('number', z.number(), { type: 'number' }, [0, 1.5], ['1', null]),
  of('boolean', z.boolean(), { type: 'boolean' }, [true, false], ['true', 1]),
  of('enum', z.enum(['a', 'b']), { type: 'string', enum: ['a', 'b'] }, ['a'], ['c', 1]),
  of(
    'numeric enum',
    z.enum({ Low: 0, High: 5 }),
    { type: 'number', enum: [0, 5] },
    [0, 5],
    [1, '0'],
  ),
  of('literal', z.literal('a'), { const: 'a' }, ['a'], ['b', 1]),
  of('literals', z.literal(['a', 1]), { enum: ['a', 1] }, ['a', 1], ['b', 2]),
  of(
    'list',
    z.array(z.string()),
    { type: 'array', items: { type: 'string' } },
    [[], ['a']],
    [[1], {}],
  ),
  of(
    'union',
    z.union([z.string(), z.int()]),
    { anyOf: [{ type: 'string' }, { type: 'integer' }] },
    ['a', 1],
    [1.5, null],
  ),
  of(
    'discriminated union',
    z.discriminatedUnion('k', [
      z.object({ k: z.literal('a'), n: z.number() }),
      z.object({ k: z.literal('b') }),
    ]),
    { oneOf: [anything, anything] },
    [{ k: 'a', n: 1 }, { k: 'b' }],
    [{ k: 'a' }, { k: 'c' }],
  ),
  of(
    'tuple',
    z.tuple([z.string(), z.int()]),
    { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }] },
    [['a', 1]],
    [['a', 'b'], [1]],
  ),
  of(
    'free map',
    z.record(z.string(), z.int()),
    {
      type: 'object',
      propertyNames: { type: 'string' },
      additionalProperties: { type: 'integer' },
    },
    [{}, { a: 1 }],
    [{ a: 'b' }, []],
  ),
  of(
    'map of some keys',
    z.partialRecord(z.enum(['a', 'b']), z.int()),
    { propertyNames: { enum: ['a', 'b'] } },
    [{}, { a: 1 }],
    [{ c: 1 }],
  ),
  of(
    'nested object',
    z.object({ a: z.string(), b: z.int().optional() }),
    { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
    [{ a: 'x' }, { a: 'x', b: 1 }],
    [{}, { a: 1 }, { a: 'x', b: 'y' }],
  ),
  of(
    'list of nested objects',
    z.array(z.object({ a: z.string() })),
    { type: 'array', items: { type: 'object', required: ['a'] } },
    [[{ a: 'x' }]],
    [[{}], [1]],
  ),
  of('closed object', z.strictObject({}), { additionalProperties: false }, [{}], [{ a: 1 }]),
  of('nullable', z.string().nullable(), { type: ['string', 'null'] }, ['a', null], [1]),
];

const formats: readonly Case[] = [
  of('date', z.iso.date(), { format: 'date' }, ['2026-07-28'], ['2026-13-01', 'x'], 'narrower'),
  of('time', z.iso.time(), { pattern: anything }, ['10:00:00'], ['25:00:00', 'x'], 'narrower'),
  of(
    'date and time',
    z.iso.datetime({ offset: true }),
    { format: 'date-time' },
    ['2026-07-28T10:00:00Z', '2026-07-28T10:00:00+02:00'],
    ['2026-07-28', 'x'],
    'narrower',
  ),
  of(
    'date and time without a zone',
    z.iso.datetime({ local: true }).regex(/[^Z]$/),
    { type: 'string' },
    ['2026-07-28T10:00:00'],
    ['2026-07-28T10:00:00Z', '2026-07-28T10:00:00+02:00'],
    'narrower',
  ),
  of('duration', z.iso.duration(), { format: 'duration' }, ['P1D'], ['1 day'], 'narrower'),
  of('email', z.email(), { format: 'email' }, ['a@b.co'], ['a', 'a@'], 'narrower'),
  of('uuid', z.uuid(), { format: 'uuid' }, [UUID], ['x', `${UUID}0`], 'narrower'),
  of('url', z.url(), { format: 'uri' }, ['https://shop.example/a'], ['x'], 'apart'),
  of('ipv4', z.ipv4(), { format: 'ipv4' }, ['127.0.0.1'], ['256.0.0.1'], 'narrower'),
  of('base64', z.base64(), { contentEncoding: 'base64' }, ['aQ=='], ['%'], 'narrower'),
];

const constraints: readonly Case[] = [
  of('min length', z.string().min(2), { minLength: 2 }, ['ab'], ['a', '']),
  of('max length', z.string().max(2), { maxLength: 2 }, ['ab', ''], ['abc']),
  of('length', z.string().length(2), { minLength: 2, maxLength: 2 }, ['ab'], ['a', 'abc']),
  of('regex', z.string().regex(/^a+$/), { pattern: '^a+$' }, ['aa'], ['', 'b']),
  of('startsWith', z.string().startsWith('a'), { pattern: '^a.*' }, ['ab'], ['ba']),
  of('endsWith', z.string().endsWith('a'), { pattern: '.*a$' }, ['ba'], ['ab']),
  of('includes', z.string().includes('a'), { pattern: 'a' }, ['bab'], ['b']),
  of('gt', z.number().gt(2), { exclusiveMinimum: 2 }, [2.1], [2, -3]),
  of('gte', z.number().gte(2), { minimum: 2 }, [2], [1.9]),
  of('lt', z.number().lt(2), { exclusiveMaximum: 2 }, [1.9], [2]),
  of('lte', z.number().lte(2), { maximum: 2 }, [2], [2.1]),
  of('range', z.number().min(1).max(2), { minimum: 1, maximum: 2 }, [1, 2], [0.9, 2.1]),
  of('positive', z.number().positive(), { exclusiveMinimum: 0 }, [0.1], [0, -1]),
  of('multiple of', z.int().multipleOf(5), { multipleOf: 5 }, [0, 10, -5], [1, 11]),
  of('min items', z.array(z.int()).min(2), { minItems: 2 }, [[1, 2]], [[1], []]),
  of('max items', z.array(z.int()).max(2), { maxItems: 2 }, [[], [1, 2]], [[1, 2, 3]]),
  of('count', z.array(z.int()).length(1), { minItems: 1, maxItems: 1 }, [[1]], [[], [1, 2]]),
];

const CASES = [...types, ...formats, ...constraints];

/** One for all cases: what it takes to check schemas themselves is compiled once. */
const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
(ajvFormats as unknown as (ajv: object) => void)(ajv);

function prepare({ schema }: Case) {
  const { json, validate } = compileStandardSchema(z.object({ v: schema }), {
    role: 'input',
    where: 'spec',
  });
  const shows = ajv.compile(json);
  return {
    shown: (json.properties as JsonObject).v,
    shows: (v: unknown) => shows({ v }),
    accepts: async (v: unknown) => (await validate({ v })).ok,
  };
}

/** Samples, values like them, and anything. Astral characters are left out: zod counts them as two. */
function valuesFor({ valid, invalid }: Case): fc.Arbitrary<unknown> {
  const samples = [...valid, ...invalid];
  const texts = samples.filter((sample) => typeof sample === 'string');
  const changed = fc
    .tuple(fc.constantFrom(...texts, 'a'), fc.nat(), fc.constantFrom(...'aA1 -:.@/Z+\n'.split('')))
    .map(([text, at, one]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + one + text.slice(place + (at % 2));
    });
  return fc.oneof(
    fc.constantFrom(...samples),
    changed,
    fc.integer({ min: -20, max: 20 }),
    fc.double({ min: -5, max: 5, noNaN: true }),
    fc.array(fc.oneof(fc.nat(3), fc.constantFrom('a', 'b')), { maxLength: 4 }),
    fc.jsonValue({ maxDepth: 2, stringUnit: 'grapheme-ascii' }),
  );
}

describe.each(CASES)('$name in zod', (one) => {
  const { shown, shows, accepts } = prepare(one);

  it('is shown', () => {
    expect(shown).toMatchObject(one.shown);
  });

  it('is enforced', async () => {
    const verdicts = await Promise.all([...one.valid, ...one.invalid].map(accepts));

    expect(verdicts).toEqual([...one.valid.map(() => true), ...one.invalid.map(() => false)]);
  });

  it('is shown as it is enforced', async () => {
    await fc.assert(
      fc.asyncProperty(valuesFor(one), async (value) => {
        const [isShown, accepted] = [shows(value), await accepts(value)];
        // What a client is told is right is never refused; the reverse only where formats differ.
        return (
          isShown === accepted ||
          one.relation === 'apart' ||
          (one.relation === 'narrower' && accepted)
        );
      }),
      { numRuns: 300 },
    );
  });
});

describe('what describes a zod schema', () => {
  it('is shown and refuses nothing', () => {
    const meta = {
      title: 'T',
      description: 'D',
      examples: ['a'],
      deprecated: true,
      readOnly: true,
      writeOnly: false,
      contentEncoding: 'base64',
      contentMediaType: 'image/png',
      'x-order': 1,
    };
    const schema = z.object({ a: z.string().meta(meta), b: z.string().describe('B').default('x') });
    const { json } = compileStandardSchema(schema, { role: 'input', where: 'spec' });

    expect(json).toMatchObject({
      properties: {
        a: { type: 'string', ...meta },
        b: { type: 'string', description: 'B', default: 'x' },
      },
      required: ['a'],
    });
  });
});
