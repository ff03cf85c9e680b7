import type { JsonObject } from '../../protocol/json.js';
import { isJsonObject } from '../../protocol/json.js';
import { McpConfigurationError } from '../../protocol/mcp-configuration.error.js';

/** A flat object of primitive fields: all that a client can show as a form. */
export interface FormSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, JsonObject>>;
  readonly required?: readonly string[];
}

/** Formats a form field may have (2025-06-18 and later, Elicitation). */
const FORMATS: ReadonlySet<unknown> = new Set(['email', 'uri', 'date', 'date-time']);

/**
 * The form of a JSON Schema. Constraints that forms cannot express, such as `pattern`, stay out of it;
 * they are enforced all the same when the answer comes.
 *
 * @param where names the schema in errors
 * @throws McpConfigurationError for what no form can ask: nested objects, lists of anything but
 *   choices, other formats, a required field that is not there
 */
export function toFormSchema(schema: JsonObject, where: string): FormSchema {
  const { type, properties, required } = schema;
  if (type !== 'object' || !isJsonObject(properties)) {
    throw new McpConfigurationError(`${where}: a form is an object with properties`);
  }
  const fields = Object.entries(properties).map(
    ([name, property]) => [name, fieldOf(property, `${where}: the field "${name}"`)] as const,
  );
  const needed = Array.isArray(required) ? required.map(String) : [];
  const absent = needed.find((name) => !Object.hasOwn(properties, name));
  if (absent !== undefined) {
    throw new McpConfigurationError(`${where}: "${absent}" is required, but it is no property`);
  }
  return {
    type: 'object',
    properties: Object.fromEntries(fields),
    ...(needed.length > 0 && { required: needed }),
  };
}

function fieldOf(property: unknown, where: string): JsonObject {
  if (!isJsonObject(property)) throw refuse(where, 'has no schema');
  const schema = withoutNull(property);
  const field = choiceOf(schema) ?? listOf(schema, where) ?? primitiveOf(schema, where);
  return { ...field, ...wordsAbout(schema, field.type), ...wordsAbout(property, field.type) };
}

/** Title, description, and a default that fits: an absent one may be written as `null`. */
function wordsAbout(schema: JsonObject, type: unknown): JsonObject {
  const words = pick(schema, ['title', 'description']);
  const fits = Object.entries(words).filter(([, word]) => typeof word === 'string');
  const { default: preset } = schema;
  return { ...Object.fromEntries(fits), ...(isPreset(preset, type) && { default: preset }) };
}

function isPreset(preset: unknown, type: unknown): boolean {
  if (type === 'array') return Array.isArray(preset) && preset.every(isText);
  if (type === 'integer') return Number.isInteger(preset);
  return typeof preset === type;
}

/** An optional field may be left out, which is how a form says `null`. */
function withoutNull(schema: JsonObject): JsonObject {
  const { anyOf, type, enum: values } = schema;
  if (Array.isArray(anyOf)) {
    const others = anyOf.filter((option) => !isJsonObject(option) || option.type !== 'null');
    const [only] = others;
    if (others.length === 1 && others.length < anyOf.length && isJsonObject(only)) return only;
  }
  const types = Array.isArray(type) ? type.filter((name) => name !== 'null') : [type];
  return {
    ...schema,
    ...(types.length === 1 && types[0] !== undefined && { type: types[0] as unknown }),
    ...(Array.isArray(values) && { enum: values.filter((value) => value !== null) }),
  };
}

/** One of several texts, with or without titles. */
function choiceOf(schema: JsonObject): JsonObject | undefined {
  const { enumNames, const: only } = schema;
  if (typeof only === 'string') return { type: 'string', enum: [only] };
  if (isTexts(schema.enum)) {
    const isNamed = isTexts(enumNames) && enumNames.length === schema.enum.length;
    return { type: 'string', enum: schema.enum, ...(isNamed && { enumNames }) };
  }
  const titled = titledChoices(schema.oneOf) ?? titledChoices(schema.anyOf);
  return titled && { type: 'string', oneOf: titled };
}

/** Some of several texts. */
function listOf(schema: JsonObject, where: string): JsonObject | undefined {
  if (schema.type !== 'array') return undefined;
  const items = isJsonObject(schema.items) ? schema.items : {};
  const titled = titledChoices(items.anyOf) ?? titledChoices(items.oneOf);
  const choices = titled ? { anyOf: titled } : { type: 'string', enum: items.enum };
  if (titled === undefined && !isTexts(items.enum)) {
    throw refuse(where, 'is a list of something else than choices');
  }
  return { type: 'array', items: choices, ...pick(schema, ['minItems', 'maxItems']) };
}

function primitiveOf(schema: JsonObject, where: string): JsonObject {
  const { type, format } = schema;
  switch (type) {
    case 'boolean':
      return { type };
    case 'integer':
    case 'number':
      return { type, ...pick(schema, ['minimum', 'maximum']) };
    case 'string':
      if (format !== undefined && !FORMATS.has(format)) {
        throw refuse(where, `has the format ${JSON.stringify(format)}`);
      }
      return { type, ...pick(schema, ['minLength', 'maxLength', 'format']) };
    default:
      throw refuse(where, `is ${type === undefined ? 'not a primitive' : JSON.stringify(type)}`);
  }
}

function titledChoices(options: unknown): readonly JsonObject[] | undefined {
  if (!Array.isArray(options) || options.length === 0) return undefined;
  const choices = options.map((option) =>
    isJsonObject(option) && typeof option.const === 'string'
      ? { const: option.const, title: String(option.title ?? option.const) }
      : undefined,
  );
  return choices.every((choice) => choice !== undefined) ? choices : undefined;
}

const isText = (value: unknown): value is string => typeof value === 'string';

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every(isText);

function pick(schema: JsonObject, keywords: readonly string[]): JsonObject {
  const present = keywords.filter((keyword) => schema[keyword] !== undefined);
  return Object.fromEntries(present.map((keyword) => [keyword, schema[keyword]]));
}

const refuse = (where: string, problem: string): McpConfigurationError =>
  new McpConfigurationError(
    `${where} ${problem}; a form has texts (formats email, uri, date, date-time), numbers, ` +
      'booleans, and choices among texts',
  );
