import { Transform, Type } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, IsNumber, IsOptional, IsString } from 'class-validator';
import { z } from 'zod';
import { compileSchema } from './compile-schema.js';
import type { SchemaSource } from './schema-source.js';

class ReviewDto {
  @IsInt()
  count!: number;

  @IsOptional()
  @IsNumber()
  price?: number;

  @IsOptional()
  @IsBoolean()
  urgent?: boolean;

  @IsOptional()
  @IsString()
  text?: string;
}

class TypedDto {
  @Type(() => Number)
  @IsInt()
  count!: number;

  @IsOptional()
  @Type(() => Number)
  @IsNumber()
  price?: number;

  @IsOptional()
  @Type(() => Boolean)
  @IsBoolean()
  urgent?: boolean;

  @IsOptional()
  @IsString()
  text?: string;
}

const json = {
  type: 'object',
  properties: {
    count: { type: 'integer' },
    price: { anyOf: [{ $ref: '#/$defs/price' }, { type: 'null' }] },
    urgent: { type: ['boolean', 'null'] },
    text: { type: 'string' },
  },
  required: ['count'],
  $defs: { price: { type: 'number' } },
};

const standard = z.object({
  count: z.int(),
  price: z.number().optional(),
  urgent: z.boolean().optional(),
  text: z.string().optional(),
});

const compile = (source: SchemaSource) =>
  compileSchema(source, { role: 'input', where: 'here', fromText: true });

async function validate(source: SchemaSource, value: object) {
  const outcome = await (await compile(source)).validate(value);
  return outcome.ok ? { ...(outcome.value as object) } : outcome.issues.map(({ path }) => path);
}

const SOURCES = [
  ['a DTO', ReviewDto],
  ['a DTO with @Type()', TypedDto],
  ['a JSON Schema', json],
  ['a Standard Schema', standard],
] as const;

describe.each(SOURCES)('text for %s', (_kind, source) => {
  it('becomes what the schema wants', async () => {
    const given = { count: '5', price: '-1.5e2', urgent: 'false', text: '7' };

    expect(await validate(source, given)).toEqual({
      count: 5,
      price: -150,
      urgent: false,
      text: '7',
    });
  });

  it.each([
    ['count', { count: 'five' }],
    ['count', { count: '' }],
    ['count', { count: '1.5' }],
    ['price', { count: '1', price: 'cheap' }],
    ['price', { count: '1', price: 'Infinity' }],
    ['urgent', { count: '1', urgent: 'yes' }],
    ['urgent', { count: '1', urgent: '1' }],
  ])('is refused for %s when it is not: %j', async (path, given) => {
    expect(await validate(source, given)).toContain(path);
  });

  it('leaves other values alone', async () => {
    expect(await validate(source, { count: 5, urgent: true })).toEqual({ count: 5, urgent: true });
  });
});

describe('text', () => {
  const flag = { type: 'object', properties: { flag: {} as object } };
  const validateFlag = (schema: object, value: string) =>
    validate({ ...flag, properties: { flag: schema } }, { flag: value });

  it.each([
    [{ enum: [1, 2] }, '2', 2],
    [{ const: true }, 'true', true],
    [{ oneOf: [{ type: 'integer' }, { type: 'boolean' }] }, 'true', true],
    [{ oneOf: [{ type: 'integer' }, { type: 'boolean' }] }, '3', 3],
    [{ allOf: [{ type: 'integer' }, { minimum: 1 }] }, '3', 3],
    [{ type: ['integer', 'string'] }, '3', '3'],
    [{ anyOf: [{ type: 'number' }, { type: 'string' }] }, '3', '3'],
    [{ enum: ['1', 2] }, '1', '1'],
    [{}, '3', '3'],
  ])('for %j: %s', async (schema, text, expected) => {
    expect(await validateFlag(schema, text)).toEqual({ flag: expected });
  });

  it.each(['05', '+5', '0x5', ' 5', '5.', '.5', '1e', 'NaN'])(
    'that is no number in JSON is none: "%s"',
    async (text) => {
      expect(await validateFlag({ type: 'number' }, text)).toEqual(['flag']);
    },
  );

  it('that would lose digits is refused', async () => {
    expect(await validateFlag({ type: 'integer' }, '9007199254740991')).toEqual({
      flag: Number.MAX_SAFE_INTEGER,
    });
    expect(await validateFlag({ type: 'integer' }, '9007199254740993')).toEqual(['flag']);
  });

  it('is left to a @Transform that reads it', async () => {
    class SwitchDto {
      @Transform(({ value }) => value === 'true')
      @IsBoolean()
      on!: boolean;

      @IsIn([1, 2])
      level!: number;
    }

    expect(await validate(SwitchDto, { on: 'true', level: '2' })).toEqual({ on: true, level: 2 });
  });

  it('with a name of every object is no member', async () => {
    expect(await validate(json, { count: '1', constructor: '5' })).toEqual({
      count: 1,
      constructor: '5',
    });
  });

  it('stays text where nothing says that it arrives as such', async () => {
    const compiled = await compileSchema(json, { role: 'input', where: 'here' });

    expect(await compiled.validate({ count: '5' })).toMatchObject({ ok: false });
  });
});
