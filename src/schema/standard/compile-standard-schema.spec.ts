import { z } from 'zod';
import { compileStandardSchema } from './compile-standard-schema.js';
import type { StandardJsonSchema } from '../standard-schema.interface.js';

const input = { role: 'input', where: 'Shop.find' } as const;
const output = { role: 'output', where: 'Shop.find' } as const;

describe('compileStandardSchema', () => {
  it('shows the side of the role', () => {
    const schema = z.object({ limit: z.coerce.number().default(3) });
    expect(compileStandardSchema(schema, input).json).not.toHaveProperty('required');
    expect(compileStandardSchema(schema, output).json).toMatchObject({ required: ['limit'] });
  });

  it('gives the parsed value', async () => {
    const { validate } = compileStandardSchema(
      z.object({ name: z.string().trim().default('x') }),
      input,
    );
    expect(await validate({})).toEqual({ ok: true, value: { name: 'x' } });
    expect(await validate({ name: ' a ' })).toEqual({ ok: true, value: { name: 'a' } });
  });

  it.each<[string, z.ZodType, string, Date]>([
    [
      'a date',
      z.iso.date().transform((text) => new Date(text)),
      '2026-07-28',
      new Date(Date.UTC(2026, 6, 28)),
    ],
    [
      'a date and time',
      z.codec(z.iso.datetime({ offset: true }), z.date(), {
        decode: (text) => new Date(text),
        encode: (date) => date.toISOString(),
      }),
      '2026-07-28T10:00:00+02:00',
      new Date(Date.UTC(2026, 6, 28, 8)),
    ],
  ])('shows %s as text, and gives what it is made into', async (_what, at, text, made) => {
    const { json, validate } = compileStandardSchema(z.object({ at }), input);

    expect(json).toMatchObject({ properties: { at: { type: 'string' } } });
    expect(await validate({ at: text })).toEqual({ ok: true, value: { at: made } });
    expect(await validate({ at: 'soon' })).toMatchObject({ ok: false, issues: [{ path: 'at' }] });
  });

  it('dots the paths of issues', async () => {
    const schema = z.object({ items: z.array(z.object({ qty: z.number() })) });
    const outcome = await compileStandardSchema(schema, input).validate({ items: [{}] });
    expect(outcome).toMatchObject({ ok: false, issues: [{ path: 'items.0.qty' }] });
  });

  it('waits for asynchronous refinements', async () => {
    const schema = z.object({ a: z.string() }).refine(async () => Promise.resolve(false), 'taken');
    const standard: StandardJsonSchema = {
      '~standard': {
        ...schema['~standard'],
        validate: (value) => schema['~standard'].validate(value),
      },
    };
    const outcome = compileStandardSchema(standard, input).validate({ a: 'b' });
    await expect(outcome).resolves.toEqual({ ok: false, issues: [{ path: '', message: 'taken' }] });
  });

  it('turns an output into its JSON form first', async () => {
    const schema = z.object({ at: z.iso.datetime() });
    const { validate } = compileStandardSchema(schema, output);
    expect(await validate({ at: new Date(0), secret: 1 })).toEqual({
      ok: true,
      value: { at: '1970-01-01T00:00:00.000Z' },
    });
    expect(await validate({ at: 1n })).toMatchObject({ ok: false });
  });

  it('lets an output be of any type, and an input only one object', () => {
    expect(compileStandardSchema(z.array(z.string()), output).json).toMatchObject({
      type: 'array',
    });
    expect(() => compileStandardSchema(z.array(z.string()), input)).toThrow(
      /^Shop\.find: an input must be one object.*"array".*z\.object\(\{ value/s,
    );
  });

  it.each([
    [
      'discriminatedUnion',
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('a') }),
        z.object({ kind: z.literal('b') }),
      ]),
    ],
    ['union', z.union([z.object({ a: z.string() }), z.object({ b: z.string() })])],
    ['intersection', z.object({ a: z.string() }).and(z.record(z.string(), z.string()))],
  ])('refuses a %s at the root of an input', (_, schema) => {
    const attempt = (): unknown => compileStandardSchema(schema, input);
    expect(attempt).toThrow(/^Shop\.find: an input must be one object.*Wrap it/s);
  });

  it('takes an object with alternatives at the root of an input', () => {
    const json = { type: 'object', anyOf: [{ required: ['a'] }] };
    const schema: StandardJsonSchema = {
      '~standard': {
        ...z.object({})['~standard'],
        jsonSchema: { input: () => json, output: () => json },
      },
    };

    expect(compileStandardSchema(schema, input).json).toEqual(json);
  });

  it.each([
    ['bigint', z.object({ a: z.bigint() })],
    ['date', z.object({ a: z.date() })],
    ['symbol', z.object({ a: z.symbol() })],
  ])('refuses a %s, which has no JSON Schema', (_, schema) => {
    const attempt = (): unknown => compileStandardSchema(schema, input);
    expect(attempt).toThrow(/^Shop\.find: the zod schema of the input has no JSON Schema/);
  });

  it('says which version gives a JSON Schema where the library gives none', () => {
    const old = { '~standard': { version: 1, vendor: 'zod', validate: () => ({ value: 1 }) } };
    expect(() => compileStandardSchema(old as never, input)).toThrow(/zod has it since 4\.2/);
  });
});
