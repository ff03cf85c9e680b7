import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import type { JsonObject } from '../../protocol/json.js';
import { toBasicForm } from './basic-form.js';
import { BASIC_FORM, FULL_FORM } from './form-grammar.fixture.js';
import { toFormSchema } from './form-schema.js';

const formOf = (properties: JsonObject, more: JsonObject = {}) =>
  toFormSchema({ type: 'object', properties, ...more }, 'the form');

const fieldOf = (field: JsonObject) => formOf({ field }).properties.field;

const TITLED = [
  { const: 'a', title: 'A' },
  { const: 'b', title: 'B' },
];

describe('toFormSchema', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['a text', { type: 'string' }, { type: 'string' }],
    [
      'a bounded text with words about it',
      { type: 'string', minLength: 1, maxLength: 9, title: 'T', description: 'D', default: 'x' },
      { type: 'string', minLength: 1, maxLength: 9, title: 'T', description: 'D', default: 'x' },
    ],
    ['a format', { type: 'string', format: 'date-time' }, { type: 'string', format: 'date-time' }],
    [
      'a whole number',
      { type: 'integer', minimum: 0, maximum: 9, default: 0 },
      { type: 'integer', minimum: 0, maximum: 9, default: 0 },
    ],
    ['a number', { type: 'number', default: 0.5 }, { type: 'number', default: 0.5 }],
    ['a yes or no', { type: 'boolean', default: false }, { type: 'boolean', default: false }],
    [
      'a choice',
      { type: 'string', enum: ['a', 'b'], default: 'a' },
      { type: 'string', enum: ['a', 'b'], default: 'a' },
    ],
    ['a choice without a type', { enum: ['a'] }, { type: 'string', enum: ['a'] }],
    [
      'a choice with names',
      { type: 'string', enum: ['a', 'b'], enumNames: ['A', 'B'] },
      { type: 'string', enum: ['a', 'b'], enumNames: ['A', 'B'] },
    ],
    [
      'a choice with the wrong number of names',
      { enum: ['a', 'b'], enumNames: ['A'] },
      { type: 'string', enum: ['a', 'b'] },
    ],
    ['titled choices', { type: 'string', oneOf: TITLED }, { type: 'string', oneOf: TITLED }],
    ['titled choices in anyOf', { anyOf: TITLED }, { type: 'string', oneOf: TITLED }],
    [
      'choices without titles',
      { oneOf: [{ const: 'a' }] },
      { type: 'string', oneOf: [{ const: 'a', title: 'a' }] },
    ],
    ['one text only', { const: 'a' }, { type: 'string', enum: ['a'] }],
    [
      'several choices',
      {
        type: 'array',
        items: { enum: ['a', 'b'] },
        minItems: 1,
        maxItems: 2,
        uniqueItems: true,
        default: ['a'],
      },
      {
        type: 'array',
        items: { type: 'string', enum: ['a', 'b'] },
        minItems: 1,
        maxItems: 2,
        default: ['a'],
      },
    ],
    [
      'several titled choices',
      { type: 'array', items: { oneOf: TITLED } },
      { type: 'array', items: { anyOf: TITLED } },
    ],
    ['what may be null', { type: ['string', 'null'] }, { type: 'string' }],
    [
      'what may be null, as zod has it',
      { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }], description: 'D' },
      { type: 'integer', minimum: 1, description: 'D' },
    ],
    [
      'a choice that may be null',
      { type: ['string', 'null'], enum: ['a', null] },
      { type: 'string', enum: ['a'] },
    ],
    ['a default of null', { type: ['string', 'null'], default: null }, { type: 'string' }],
    ['a default of another type', { type: 'integer', default: 1.5 }, { type: 'integer' }],
    ['words that are no text', { type: 'string', title: 7 }, { type: 'string' }],
    ['a pattern, which is left out', { type: 'string', pattern: '^a' }, { type: 'string' }],
  ])('shows %s', (_what, given, expected) => {
    expect(fieldOf(given)).toEqual(expected);
  });

  it.each<[string, unknown]>([
    ['an object', { type: 'object', properties: {} }],
    ['a list of texts', { type: 'array', items: { type: 'string' } }],
    ['a list of numbers', { type: 'array', items: { enum: [1, 2] } }],
    ['a list of objects', { type: 'array', items: { type: 'object' } }],
    ['a list of anything', { type: 'array' }],
    ['an unknown format', { type: 'string', format: 'uuid' }],
    ['null', { type: 'null' }],
    ['two types', { type: ['string', 'integer'] }],
    ['alternatives', { anyOf: [{ type: 'string' }, { type: 'integer' }] }],
    ['a reference', { $ref: '#/$defs/x' }],
    ['anything', {}],
    ['no schema', true],
  ])('refuses %s, and names the field', (_what, field) => {
    expect(() => formOf({ field })).toThrow(/^the form: the field "field" /);
  });

  it.each<[string, JsonObject]>([
    ['a text', { type: 'string' }],
    ['no properties', { type: 'object' }],
    ['properties that are a list', { type: 'object', properties: [] }],
  ])('refuses a root of %s', (_what, schema) => {
    expect(() => toFormSchema(schema, 'the form')).toThrow(
      'the form: a form is an object with properties',
    );
  });

  it('says which fields are required', () => {
    const properties = { a: { type: 'string' }, b: { type: 'string' } };

    expect(formOf(properties, { required: ['b'] })).toHaveProperty('required', ['b']);
    expect(formOf(properties, { required: [] })).not.toHaveProperty('required');
  });

  it.each(['c', 'toString'])('refuses a required field %s that is not there', (name) => {
    expect(() => formOf({ a: { type: 'string' } }, { required: [name] })).toThrow(
      `the form: "${name}" is required, but it is no property`,
    );
  });

  it('leaves out everything else at the root', () => {
    const more = { $schema: 'x', additionalProperties: false, title: 'T', $defs: {} };

    expect(Object.keys(formOf({ a: { type: 'string' } }, more))).toEqual(['type', 'properties']);
  });
});

describe('toBasicForm', () => {
  it('puts titles beside the choices and keeps defaults of booleans only', () => {
    const form = formOf({
      colour: { oneOf: TITLED, default: 'a' },
      sure: { type: 'boolean', default: true },
      name: { type: 'string', default: 'x', title: 'Name' },
    });

    expect(toBasicForm(form)).toEqual({
      form: {
        type: 'object',
        properties: {
          colour: { type: 'string', enum: ['a', 'b'], enumNames: ['A', 'B'] },
          sure: { type: 'boolean', default: true },
          name: { type: 'string', title: 'Name' },
        },
      },
      impossible: [],
    });
  });

  it('names the fields in which several values can be chosen', () => {
    const many = { type: 'array', items: { enum: ['a'] } };

    expect(toBasicForm(formOf({ one: { type: 'string' }, many })).impossible).toEqual(['many']);
  });
});

/** JSON Schemas of properties, whether a form can show them or not. */
const property = fc.oneof(
  { weight: 6, arbitrary: primitives() },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
);

function primitives(): fc.Arbitrary<JsonObject> {
  const word = fc.string({ maxLength: 4 });
  const words = fc.uniqueArray(word, { minLength: 1, maxLength: 3 });
  const titled = fc.array(fc.record({ const: word, title: word }, { requiredKeys: ['const'] }), {
    minLength: 1,
    maxLength: 3,
  });
  const preset = fc.oneof(word, fc.integer(), fc.boolean(), fc.constant(null), words);
  const about = fc.record(
    { title: preset, description: preset, default: preset },
    { requiredKeys: [] },
  );
  const type = fc.constantFrom<unknown>(
    'string',
    'integer',
    'number',
    'boolean',
    ['string', 'null'],
    'object',
    'array',
  );
  const bounds = fc.record(
    {
      minLength: fc.nat(9),
      maximum: fc.integer(),
      minItems: fc.nat(3),
      format: fc.constantFrom('email', 'uri', 'date', 'date-time', 'uuid'),
      pattern: fc.constant('^a'),
    },
    { requiredKeys: [] },
  );
  const choices = fc.oneof(
    words.map((values) => ({ enum: values })),
    fc.tuple(words, words).map(([values, names]) => ({ enum: values, enumNames: names })),
    titled.map((oneOf) => ({ oneOf })),
    titled.map((anyOf) => ({ anyOf })),
    fc
      .oneof(
        words.map((values) => ({ enum: values })),
        titled.map((anyOf) => ({ anyOf })),
      )
      .map((items) => ({ type: 'array', items })),
    fc.constant({}),
  );
  return fc
    .tuple(type, about, bounds, choices)
    .map(([kind, ...parts]) => Object.assign({ type: kind }, ...parts) as JsonObject);
}

describe('every form', () => {
  const ajv = new Ajv2020({ strict: false });
  const [isFull, isBasic] = [ajv.compile(FULL_FORM), ajv.compile(BASIC_FORM)];
  const schemas = fc.dictionary(fc.string({ maxLength: 6 }), property, { maxKeys: 4 });

  it('is of the restricted kind the specification has, in either revision', () => {
    let shown = 0;
    fc.assert(
      fc.property(schemas, (properties) => {
        let form;
        try {
          form = formOf(properties);
        } catch {
          return;
        }
        shown++;
        expect([form, isFull(form), isFull.errors]).toEqual([form, true, null]);
        const basic = toBasicForm(form);
        if (basic.impossible.length > 0) return;
        expect([basic.form, isBasic(basic.form), isBasic.errors]).toEqual([basic.form, true, null]);
      }),
      { numRuns: 2000 },
    );
    expect(shown).toBeGreaterThan(200);
  });
});
