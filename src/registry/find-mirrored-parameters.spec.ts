import type { JsonObject } from '../protocol/json.js';
import { findMirroredParameters } from './find-mirrored-parameters.js';

const REGION = { type: 'string', 'x-mcp-header': 'Region' };

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
});

const find = (schema: JsonObject) => findMirroredParameters(schema, '@McpTool() on Shop.find');

describe('the mirrored parameters of a tool', () => {
  it('are none where nothing is marked', () => {
    expect(find(object({ region: { type: 'string' }, any: true }))).toEqual([]);
    expect(find({ type: 'object' })).toEqual([]);
  });

  it('have a path, a header and a type each, nested ones included', () => {
    const schema = object({
      region: REGION,
      target: object({
        deep: object({ shard: { type: 'integer', 'x-mcp-header': 'Shard' } }),
        dry: { type: 'boolean', 'x-mcp-header': 'Dry-Run' },
      }),
    });

    expect(find(schema)).toEqual([
      { path: ['region'], header: 'Region', type: 'string' },
      { path: ['target', 'deep', 'shard'], header: 'Shard', type: 'integer' },
      { path: ['target', 'dry'], header: 'Dry-Run', type: 'boolean' },
    ]);
  });

  it.each(['a', '0', "!#$%&'*+-.^_`|~", 'Method', 'Region'])('may have the header %j', (header) => {
    const [found] = find(object({ a: { type: 'string', 'x-mcp-header': header } }));

    expect(found).toMatchObject({ header });
  });

  it.each([
    ['an empty one', ''],
    ['a space', 'My Region'],
    ['a colon', 'Region:Primary'],
    ['a character outside ASCII', 'Région'],
    ['a tab', 'Region\t1'],
    ['a line break', 'Region\r\nX-Evil'],
    ['a NUL', 'Region\0'],
    ['a bracket', 'Region(1)'],
    ['a slash', 'a/b'],
    ['a quote', 'a"b'],
    ['no string', 5],
    ['null', null],
    ['true', true],
  ])('refuse a header with %s', (_, header) => {
    expect(() => find(object({ a: { type: 'string', 'x-mcp-header': header } }))).toThrow(
      `@McpTool() on Shop.find: "x-mcp-header" of the property "a" is ${JSON.stringify(header)}, but`,
    );
  });

  it.each([
    ['number', /"number"; exactly one of string, integer and boolean.*@IsInt\(\)/],
    ['object', /"object"; exactly one.*Give the property such a type/],
    ['array', /"array"; exactly one/],
    ['null', /"null"; exactly one/],
    [undefined, /is not given; exactly one/],
    [['string', 'null'], /\["string","null"\]; exactly one.*Leave out null and other types/],
    [['string'], /\["string"\]; exactly one/],
    [['string', 'integer'], /\["string","integer"\]; exactly one/],
  ])('refuse the type %j', (type, problem) => {
    expect(() => find(object({ a: { type, 'x-mcp-header': 'A' } }))).toThrow(problem);
  });

  it.each([
    ['a', 'Region', 'Region'],
    ['b', 'Region', 'REGION'],
  ])('refuse a header that two properties have: %s', (_, one, other) => {
    const schema = object({
      one: { type: 'string', 'x-mcp-header': one },
      deep: object({ other: { type: 'string', 'x-mcp-header': other } }),
    });

    expect(() => find(schema)).toThrow(
      `of the property "deep.other" is "${other}", which the property "one" has already`,
    );
  });

  it('refuse a header of the whole input', () => {
    expect(() => find(object({}, { 'x-mcp-header': 'All' }))).toThrow(
      '"x-mcp-header" "All" stands at the root of the input schema',
    );
  });

  it.each<[string, string, JsonObject]>([
    ['items', 'properties.a.items', { a: { type: 'array', items: REGION } }],
    ['items', 'properties.a.items.properties.b', { a: { items: object({ b: REGION }) } }],
    ['prefixItems', 'properties.a.prefixItems.1', { a: { prefixItems: [true, REGION] } }],
    ['contains', 'properties.a.contains', { a: { contains: REGION } }],
    ['unevaluatedItems', 'properties.a.unevaluatedItems', { a: { unevaluatedItems: REGION } }],
    ['oneOf', 'properties.a.oneOf.0', { a: { oneOf: [REGION, { type: 'null' }] } }],
    ['anyOf', 'properties.a.anyOf.1', { a: { anyOf: [{ type: 'null' }, REGION] } }],
    ['allOf', 'properties.a.allOf.0', { a: { allOf: [REGION] } }],
    ['not', 'properties.a.not', { a: { not: REGION } }],
  ])('refuse one below %s', (keyword, place, properties) => {
    expect(() => find(object(properties))).toThrow(
      `"x-mcp-header" at ${place} is below "${keyword}", but a mirrored property must be reached`,
    );
  });

  it.each<[string, string, JsonObject]>([
    ['if', 'if.properties.a', { if: object({ a: REGION }) }],
    ['then', 'then.properties.a', JSON.parse('{"then":{"properties":{"a":{"x-mcp-header":"A"}}}}')],
    ['else', 'else.properties.a', { else: object({ a: REGION }) }],
    ['allOf', 'allOf.0.properties.a', { allOf: [object({ a: REGION })] }],
    ['additionalProperties', 'additionalProperties', { additionalProperties: REGION }],
    ['unevaluatedProperties', 'unevaluatedProperties', { unevaluatedProperties: REGION }],
    ['propertyNames', 'propertyNames', { propertyNames: REGION }],
    ['patternProperties', 'patternProperties.^r', { patternProperties: { '^r': REGION } }],
    ['dependentSchemas', 'dependentSchemas.a', { dependentSchemas: { a: REGION } }],
    ['$defs', '$defs.r', { $defs: { r: REGION } }],
    ['definitions', 'definitions.r', { definitions: { r: REGION } }],
    ['$defs', '$defs.r.items', { $defs: { r: { items: REGION } } }],
  ])('refuse one at the root below %s', (keyword, place, more) => {
    expect(() => find(object({}, more))).toThrow(`at ${place} is below "${keyword}"`);
  });

  it('refuse a reference to a marked schema, and say what stands in $defs', () => {
    const schema = object({ region: { $ref: '#/$defs/r' } }, { $defs: { r: REGION } });

    expect(() => find(schema)).toThrow(
      /at \$defs\.r is below "\$defs".*used in a list, in a union/s,
    );
  });

  it('take the words for what they are where they are data or names', () => {
    const data = { 'x-mcp-header': 'Data' };
    const schema = object(
      {
        'x-mcp-header': { type: 'string' },
        data: { default: data, const: data, enum: [data], examples: [data] },
      },
      { required: ['x-mcp-header'], dependentRequired: { 'x-mcp-header': ['data'] } },
    );

    expect(find(schema)).toEqual([]);
  });
});
