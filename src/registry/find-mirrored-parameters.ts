import type { JsonObject } from '../protocol/json.js';
import { isJsonObject } from '../protocol/json.js';
import { McpConfigurationError } from '../protocol/mcp-configuration.error.js';
import { HEADER_KEYWORD } from '../schema/header-keyword.js';
import type { MirroredParameter } from './mirrored-parameter.interface.js';

/** RFC 9110, section 5.6.2. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const TYPES = new Set<unknown>(['string', 'integer', 'boolean']);

/** Keywords of JSON Schema 2020-12 whose value is a schema, or a list of schemas. */
const SCHEMAS = [
  ...['items', 'prefixItems', 'contains', 'additionalProperties', 'propertyNames'],
  ...['unevaluatedItems', 'unevaluatedProperties', 'additionalItems', 'contentSchema'],
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'],
];
/** Those whose value holds schemas by name. */
const NAMED_SCHEMAS = ['properties', 'patternProperties', 'dependentSchemas'];
const DEFINITIONS = ['$defs', 'definitions'];

/**
 * The parameters that `x-mcp-header` marks in the input schema of a tool. Clients leave out a tool
 * that marks one wrongly, so everything they would refuse is refused here (2026-07-28, Tools,
 * x-mcp-header, and Streamable HTTP: schema extension).
 *
 * @param where names the tool in errors
 * @throws McpConfigurationError naming the property, the cause and the remedy
 */
export function findMirroredParameters(
  schema: JsonObject,
  where: string,
): readonly MirroredParameter[] {
  const search = new MirrorSearch(where);
  search.visit(schema, [], undefined);
  return search.found;
}

class MirrorSearch {
  readonly found: MirroredParameter[] = [];
  /** Properties by header in lower case. */
  private readonly owners = new Map<string, string>();

  constructor(private readonly where: string) {}

  /**
   * @param place keywords and names from the root to the schema
   * @param below the first keyword on the way that is not `properties`
   */
  visit(schema: JsonObject, place: readonly string[], below: string | undefined): void {
    if (Object.hasOwn(schema, HEADER_KEYWORD)) {
      if (below !== undefined) this.failBelow(place, below);
      this.add(schema, propertyNames(place));
    }
    for (const { keyword, steps, part } of subschemas(schema)) {
      const outside = keyword === 'properties' ? undefined : keyword;
      this.visit(part, [...place, ...steps], below ?? outside);
    }
  }

  private add(schema: JsonObject, path: readonly string[]): void {
    const { type, [HEADER_KEYWORD]: header } = schema;
    const shown = JSON.stringify(header);
    if (path.length === 0) {
      this.fail(`${shown} stands at the root of the input schema; move it into a property`);
    }
    const property = JSON.stringify(path.join('.'));
    const ofProperty = `of the property ${property} is ${shown}`;
    if (typeof header !== 'string' || !TOKEN.test(header)) {
      this.fail(
        `${ofProperty}, but the name of a header is one or more of A-Z a-z 0-9 ` +
          "! # $ % & ' * + - . ^ _ ` | ~, without spaces; rename it",
      );
    }
    if (!isMirrorable(type)) {
      this.fail(
        `${ofProperty}, but the type of the property is ${JSON.stringify(type) ?? 'not given'}; ` +
          `exactly one of string, integer and boolean can be mirrored. ${remedyFor(type)}`,
      );
    }
    const owner = this.owners.get(header.toLowerCase());
    if (owner !== undefined) {
      this.fail(
        `${ofProperty}, which the property ${owner} has already (the case of letters does not ` +
          'count); rename one',
      );
    }
    this.owners.set(header.toLowerCase(), property);
    this.found.push({ path, header, type });
  }

  private failBelow(place: readonly string[], keyword: string): never {
    const hint = DEFINITIONS.includes(keyword)
      ? ' What is used in a list, in a union, or inside itself stands in definitions.'
      : '';
    return this.fail(
      `at ${place.join('.')} is below "${keyword}", but a mirrored property must be reached from ` +
        `the root through "properties" only. Move it there, or drop the header.${hint}`,
    );
  }

  private fail(problem: string): never {
    throw new McpConfigurationError(`${this.where}: "${HEADER_KEYWORD}" ${problem}`);
  }
}

interface Subschema {
  readonly keyword: string;
  /** From the schema around it. */
  readonly steps: readonly string[];
  readonly part: JsonObject;
}

/** The schemas right inside a schema. What `const`, `enum`, `default` and `examples` hold is data. */
function* subschemas(schema: JsonObject): Generator<Subschema> {
  for (const keyword of [...NAMED_SCHEMAS, ...DEFINITIONS]) {
    for (const [name, part] of objectsIn(schema[keyword])) {
      yield { keyword, steps: [keyword, name], part };
    }
  }
  for (const keyword of SCHEMAS) {
    const value = schema[keyword];
    if (isJsonObject(value)) yield { keyword, steps: [keyword], part: value };
    if (!Array.isArray(value)) continue;
    for (const [index, part] of objectsIn(value)) {
      yield { keyword, steps: [keyword, index], part };
    }
  }
}

/** `true`, `false` and what is malformed mark nothing. */
function objectsIn(value: unknown): readonly [string, JsonObject][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).filter((entry): entry is [string, JsonObject] =>
    isJsonObject(entry[1]),
  );
}

/** Without the `properties` before each name. */
const propertyNames = (place: readonly string[]): readonly string[] =>
  place.filter((_, index) => index % 2 === 1);

const isMirrorable = (type: unknown): type is MirroredParameter['type'] => TYPES.has(type);

function remedyFor(type: unknown): string {
  if (type === 'number') return 'Make it an integer (@IsInt()), or drop the header.';
  if (Array.isArray(type)) {
    return 'Leave out null and other types (an optional property may be absent), or drop the header.';
  }
  return 'Give the property such a type, or drop the header.';
}
