import { isJsonObject, type JsonObject } from '../protocol/json.js';
import type { CompiledSchema } from './compiled-schema.interface.js';

/** A number as JSON writes it (RFC 8259, section 6). */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const WHOLE = /^-?\d+$/;
const BOOLEANS = new Map([
  ['true', true],
  ['false', false],
]);

/** References followed on the way to a type; a schema that refers to itself has none. */
const MAX_DEPTH = 16;

/**
 * The schema for objects whose members arrive as text: where it wants a number or a boolean and no
 * string, text that is one becomes one. Other text stays what it is, so that the validator refuses it
 * and names the member.
 *
 * @internal
 */
export function fromText(compiled: CompiledSchema): CompiledSchema {
  const types = scalarTypes(compiled);
  if (types.size === 0) return compiled;
  return { ...compiled, validate: (value) => compiled.validate(convert(value, types)) };
}

function convert(value: unknown, types: ReadonlyMap<string, ReadonlySet<string>>): unknown {
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([name, text]) => {
    const wanted = types.get(name);
    return [name, wanted === undefined ? text : read(text, wanted)];
  });
  return Object.fromEntries(entries);
}

function read(text: unknown, wanted: ReadonlySet<string>): unknown {
  if (typeof text !== 'string') return text;
  if (wanted.has('boolean') && BOOLEANS.has(text)) return BOOLEANS.get(text);
  if (!wanted.has('number') && !wanted.has('integer')) return text;
  return isNumber(text) ? Number(text) : text;
}

/** A whole number that loses digits would be another one. */
function isNumber(text: string): boolean {
  const number = Number(text);
  if (!NUMBER.test(text) || !Number.isFinite(number)) return false;
  return !WHOLE.test(text) || Number.isSafeInteger(number);
}

/** Types of the members that cannot be strings, by name. */
function scalarTypes({
  json,
  readAsTheyCome,
}: CompiledSchema): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, ReadonlySet<string>>();
  const { properties } = json;
  for (const [name, schema] of Object.entries(isJsonObject(properties) ? properties : {})) {
    const types = new Set(typesOf(schema, json, 0));
    const isScalar = ['number', 'integer', 'boolean'].some((type) => types.has(type));
    if (isScalar && !types.has('string') && readAsTheyCome?.has(name) !== true) {
      found.set(name, types);
    }
  }
  return found;
}

/** Types a value may have. What says nothing may be a string. */
function typesOf(schema: unknown, root: JsonObject, depth: number): readonly string[] {
  if (!isJsonObject(schema) || depth > MAX_DEPTH) return ['string'];
  const { type, $ref, anyOf, oneOf, allOf } = schema;
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return type.map(String);
  if ('const' in schema) return [jsonTypeOf(schema.const)];
  if (Array.isArray(schema.enum)) return schema.enum.map(jsonTypeOf);
  if (typeof $ref === 'string') return typesOf(resolve($ref, root), root, depth + 1);
  const choices = anyOf ?? oneOf;
  if (Array.isArray(choices)) return choices.flatMap((one) => typesOf(one, root, depth + 1));
  return Array.isArray(allOf) ? typesOf(allOf[0], root, depth + 1) : ['string'];
}

const jsonTypeOf = (value: unknown): string => (value === null ? 'null' : typeof value);

function resolve(reference: string, root: JsonObject): unknown {
  const name = /^#\/\$defs\/([^/]+)$/.exec(reference)?.[1];
  const definitions = root.$defs;
  if (name === undefined || !isJsonObject(definitions)) return undefined;
  return Object.hasOwn(definitions, name) ? definitions[name] : undefined;
}
