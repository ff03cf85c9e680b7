import { compileJsonSchema } from './compile-json-schema.js';
import type { JsonObject } from '../../protocol/json.js';

const input = { role: 'input', where: 'Shop.find' } as const;
const output = { role: 'output', where: 'Shop.find' } as const;

function nested(levels: number): JsonObject {
  let schema: JsonObject = { type: 'string' };
  for (let level = 0; level < levels; level += 1) schema = { items: schema };
  return { type: 'object', properties: { deep: schema } };
}

/** An object literal with `then` looks like a promise to the linter. */
const condition: unknown = JSON.parse(
  '{"if":{"required":["a"]},"then":{"required":["b"]},"else":true}',
);

describe('compileJsonSchema', () => {
  it('sends the schema out word for word, frozen, without touching the original', async () => {
    const source = {
      title: 'T',
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      'x-order': 1,
      properties: { b: { $ref: '#tag', 'x-mcp-header': 'B' }, a: { enum: [1, null] } },
      allOf: [condition],
      $defs: { tag: { $anchor: 'tag', type: 'string', format: 'email' } },
    };
    const { json } = await compileJsonSchema(source, input);
    expect(JSON.stringify(json)).toBe(JSON.stringify(source));
    expect(Object.isFrozen(json) && Object.isFrozen(json['$defs'])).toBe(true);
    expect(Object.isFrozen(source)).toBe(false);
  });

  it('enforces every keyword, formats included', async () => {
    const { validate } = await compileJsonSchema(
      {
        type: 'object',
        properties: {
          to: { type: 'string', format: 'email' },
          tags: { items: { type: 'string' } },
        },
        required: ['to'],
        dependentRequired: { tags: ['reason'] },
        additionalProperties: false,
      },
      input,
    );
    expect(await validate({ to: 'a@b.co' })).toEqual({ ok: true, value: { to: 'a@b.co' } });
    expect(await validate({ tags: ['a', 1], 'x/y~': 1 })).toEqual({
      ok: false,
      issues: expect.arrayContaining([
        { path: 'to', message: 'to is required' },
        { path: 'x/y~', message: 'x/y~ should not exist' },
        { path: 'tags.1', message: '1 must be string' },
      ]) as unknown,
    });
    expect(await validate({ to: 'x' })).toMatchObject({ ok: false });
  });

  it('neither coerces nor fills in defaults', async () => {
    const { validate } = await compileJsonSchema(
      { type: 'object', properties: { n: { type: 'number' }, d: { default: 1 } } },
      input,
    );
    expect(await validate({ n: '1' })).toMatchObject({ ok: false });
    const value = {};
    expect(await validate(value)).toEqual({ ok: true, value: {} });
  });

  it('bounds the number of issues', async () => {
    const { validate } = await compileJsonSchema(
      { type: 'object', properties: { l: { items: { type: 'string' } } } },
      input,
    );
    const outcome = await validate({ l: Array.from({ length: 1000 }, () => 1) });
    expect(!outcome.ok && outcome.issues).toHaveLength(100);
  });

  it('lets two schemas use one $id', async () => {
    const schema = { $id: 'urn:shop:order', type: 'object', properties: {} };
    await compileJsonSchema(schema, input);
    await expect(compileJsonSchema(schema, input)).resolves.toBeDefined();
  });

  it('lets an output have any root, and checks its JSON form', async () => {
    const { validate } = await compileJsonSchema(
      { type: 'array', items: { type: 'string' } },
      output,
    );
    expect(await validate([new Date(0)])).toEqual({
      ok: true,
      value: ['1970-01-01T00:00:00.000Z'],
    });
    expect(await validate(undefined)).toMatchObject({ ok: false });
    expect(await validate([1n])).toMatchObject({ ok: false });
  });

  it('takes references within the schema, recursive ones and embedded resources', async () => {
    const { validate } = await compileJsonSchema(
      {
        type: 'object',
        properties: { child: { $ref: '#' }, part: { $ref: 'https://shop.example/part' } },
        $defs: { part: { $id: 'https://shop.example/part', type: 'string' } },
      },
      input,
    );
    expect(await validate({ child: { child: { part: 'a' } } })).toMatchObject({ ok: true });
    expect(await validate({ child: { part: 1 } })).toMatchObject({ ok: false });
  });

  it.each([
    ['no object root', { type: 'string' }, /"type": "string" at its root.*one of its properties/s],
    ['no root type', { properties: {} }, /"type": undefined at its root/],
    [
      'another dialect',
      { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' },
      /draft-07.*only "https:\/\/json-schema\.org\/draft\/2020-12\/schema" is supported/s,
    ],
    [
      'an external reference',
      { type: 'object', properties: { a: { $ref: 'https://x.example/a' } } },
      /refers to https:\/\/x\.example\/a, which is not fetched/,
    ],
    [
      'a dangling reference',
      { type: 'object', properties: { a: { $ref: '#/$defs/a' } } },
      /not valid 2020-12.*#\/\$defs\/a/s,
    ],
    ['a wrong keyword value', { type: 'object', required: 'a' }, /not valid 2020-12/],
    [
      'a broken pattern',
      { type: 'object', properties: { a: { pattern: '(' } } },
      /not valid 2020-12/,
    ],
    ['too many levels', nested(70), /nested deeper than 64 levels/],
    ['a bigint', { type: 'object', properties: { a: { const: 1n } } }, /is not JSON/],
  ] as [string, JsonObject, RegExp][])('refuses %s at boot', async (_, schema, expected) => {
    const attempt = compileJsonSchema(schema, input);
    await expect(attempt).rejects.toThrow(expected);
    await expect(attempt).rejects.toThrow(/^Shop\.find: /);
    await expect(attempt).rejects.toMatchObject({ name: 'McpConfigurationError' });
  });

  it('refuses an object that contains itself', async () => {
    const schema: Record<string, unknown> = { type: 'object' };
    schema['properties'] = { self: schema };
    await expect(compileJsonSchema(schema, input)).rejects.toThrow(/refers to itself/);
  });
});
