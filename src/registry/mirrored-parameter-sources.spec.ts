import 'reflect-metadata';
import { Type } from 'class-transformer';
import { IsArray, IsBoolean, IsInt, IsNumber, IsString, ValidateNested } from 'class-validator';
import { z } from 'zod';
import { McpHeader } from '../decorators/mcp-header.decorator.js';
import type { SchemaSource } from '../schema/schema-source.js';
import { defineRuntime } from './runtime/define-runtime.js';

class Shard {
  @McpHeader('Shard') @IsInt() shard!: number;
}
class RunDto {
  @McpHeader('Region') @IsString() region!: string;
  @ValidateNested() @Type(() => Shard) target!: Shard;
  @McpHeader('Dry-Run') @IsBoolean() dry!: boolean;
}
class Empty {
  @McpHeader('') @IsString() a!: string;
}
class Spaced {
  @McpHeader('My Region') @IsString() a!: string;
}
class Fraction {
  @McpHeader('Share') @IsNumber() share!: number;
}
class Twice {
  @McpHeader('Region') @IsString() a!: string;
  @McpHeader('region') @IsString() b!: string;
}
class Listed {
  @IsArray() @ValidateNested({ each: true }) @Type(() => Shard) targets!: Shard[];
}

const marked = (schema: z.ZodType, header: string) => schema.meta({ 'x-mcp-header': header });
const property = (schema: object, header: unknown) => ({
  type: 'object',
  properties: { a: { ...schema, 'x-mcp-header': header } },
});

const define = async (input?: SchemaSource) =>
  (await defineRuntime('tools', [{ name: 'run', input, handler: () => '' }])).definitions;

describe('mirrored parameters', () => {
  it.each<[string, SchemaSource]>([
    ['a DTO class', RunDto],
    [
      'a zod schema',
      z.object({
        region: marked(z.string(), 'Region'),
        target: z.object({ shard: marked(z.int(), 'Shard') }),
        dry: marked(z.boolean(), 'Dry-Run'),
      }),
    ],
    [
      'a JSON Schema',
      {
        type: 'object',
        properties: {
          region: { type: 'string', 'x-mcp-header': 'Region' },
          target: {
            type: 'object',
            properties: { shard: { type: 'integer', 'x-mcp-header': 'Shard' } },
          },
          dry: { type: 'boolean', 'x-mcp-header': 'Dry-Run' },
        },
      },
    ],
  ])('are read from %s', async (_, input) => {
    const [tool] = await define(input);

    expect(tool?.mirrored).toEqual([
      { path: ['region'], header: 'Region', type: 'string' },
      { path: ['target', 'shard'], header: 'Shard', type: 'integer' },
      { path: ['dry'], header: 'Dry-Run', type: 'boolean' },
    ]);
  });

  it('are none of a tool without arguments', async () => {
    const [tool] = await define();

    expect(tool?.mirrored).toEqual([]);
  });

  it.each<[string, RegExp, SchemaSource]>([
    ['an empty name, of a DTO class', /"a" is ""/, Empty],
    ['an empty name, of a zod schema', /"a" is ""/, z.object({ a: marked(z.string(), '') })],
    ['an empty name, of a JSON Schema', /"a" is ""/, property({ type: 'string' }, '')],
    ['a name with a space, of a DTO class', /"a" is "My Region"/, Spaced],
    [
      'a name with a space, of a zod schema',
      /"a" is "My Region"/,
      z.object({ a: marked(z.string(), 'My Region') }),
    ],
    [
      'a name with a space, of a JSON Schema',
      /"a" is "My Region"/,
      property({ type: 'string' }, 'My Region'),
    ],
    ['a number, of a DTO class', /"share" is "Share".*"number"/, Fraction],
    ['a number, of a zod schema', /"number"/, z.object({ a: marked(z.number(), 'Share') })],
    ['a number, of a JSON Schema', /"number"/, property({ type: 'number' }, 'Share')],
    ['one name twice, of a DTO class', /"b" is "region".*"a" has already/, Twice],
    [
      'one name twice, of a zod schema',
      /"b" is "region".*"a" has already/,
      z.object({ a: marked(z.string(), 'Region'), b: marked(z.string(), 'region') }),
    ],
    [
      'one name twice, of a JSON Schema',
      /"b" is "region".*"a" has already/,
      {
        type: 'object',
        properties: {
          a: { type: 'string', 'x-mcp-header': 'Region' },
          b: { type: 'string', 'x-mcp-header': 'region' },
        },
      },
    ],
    ['a list, of a DTO class', /\$defs\.Shard\.properties\.shard is below "\$defs"/, Listed],
    [
      'a list, of a zod schema',
      /properties\.a\.items is below "items"/,
      z.object({ a: z.array(marked(z.string(), 'Region')) }),
    ],
    [
      'a value that may be null, of a zod schema',
      /properties\.a\.anyOf\.0 is below "anyOf"/,
      z.object({ a: marked(z.string(), 'Region').nullable() }),
    ],
    [
      'a schema with an id, of zod',
      /is below "\$defs"/,
      z.object({ a: z.string().meta({ 'x-mcp-header': 'Region', id: 'MirroredRegion' }) }),
    ],
  ])('refuse %s', async (_, problem, input) => {
    const refused = define(input);

    await expect(refused).rejects.toThrow(problem);
    await expect(refused).rejects.toMatchObject({
      name: 'McpConfigurationError',
      message: expect.stringContaining('registerTools(), tool 0 ("run"): "x-mcp-header"'),
    });
  });
});
