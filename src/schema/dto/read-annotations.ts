import 'reflect-metadata';
import type { DtoClass } from './class-libraries.js';
import type { Fragment } from './constraints/constraint-entry.interface.js';
import { isJsonObject, type JsonObject } from '../../protocol/json.js';

/** Where @nestjs/swagger keeps `@ApiProperty` and `@ApiSchema`; read without importing it. */
const SWAGGER_PROPERTY = 'swagger/apiModelProperties';
const SWAGGER_SCHEMA = 'swagger/apiSchema';
/** class-validator-jsonschema keeps `@JSONSchema` under a symbol of its own. */
const JSON_SCHEMA = 'class-validator-jsonschema:JSONSchema';
/** They describe and do not constrain, so that what is shown is still what is enforced. */
const PASSED_ON = [
  ...([
    'title',
    'description',
    'default',
    'examples',
    'deprecated',
    'readOnly',
    'writeOnly',
  ] as const),
  ...(['contentEncoding', 'contentMediaType'] as const),
] as const;

/** What the author wrote about a property for other tools. */
export interface PropertyAnnotations {
  readonly annotations: Fragment;
  /** `@ApiProperty({ enum })`: shown, and therefore enforced. */
  readonly values: readonly unknown[] | undefined;
  readonly isArray: boolean;
  readonly format: string | undefined;
  /** `@ApiProperty({ nullable: true })`: null is meant. */
  readonly nullable: boolean;
}

/** @internal */
export function readPropertyAnnotations(type: DtoClass, property: string): PropertyAnnotations {
  const swagger = asObject(
    Reflect.getMetadata(SWAGGER_PROPERTY, type.prototype as object, property),
  );
  const schema = readJsonSchema(type, property);
  const items = asObject(swagger['items']);
  return {
    annotations: { ...passOn(swagger), ...passOn(schema) },
    values: enumValues(swagger['enum'] ?? items['enum'] ?? schema['enum']),
    isArray: swagger['isArray'] === true || swagger['type'] === 'array',
    format: [schema['format'], swagger['format']].find((one) => typeof one === 'string') as
      string | undefined,
    nullable:
      swagger['nullable'] === true || schema['nullable'] === true || allowsNull(schema['type']),
  };
}

const allowsNull = (type: unknown): boolean => Array.isArray(type) && type.includes('null');

/** @internal */
export function readClassAnnotations(type: DtoClass): Fragment {
  const listed: unknown = Reflect.getOwnMetadata(SWAGGER_SCHEMA, type);
  const swagger = asObject(Array.isArray(listed) ? listed[0] : listed);
  const { title, description } = { ...passOn(swagger), ...passOn(readJsonSchema(type, type.name)) };
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
  };
}

function readJsonSchema(type: DtoClass, key: string): JsonObject {
  const symbol = findKey(type, key);
  return symbol === undefined ? {} : asObject(Reflect.getMetadata(symbol, type, key));
}

function findKey(type: DtoClass, key: string): unknown {
  return Reflect.getMetadataKeys(type, key).find(
    (one: unknown) => typeof one === 'symbol' && one.description === JSON_SCHEMA,
  );
}

function passOn(source: JsonObject): Fragment {
  const kept = PASSED_ON.filter((key) => isPlain(source[key])).map((key) => [key, source[key]]);
  const result: Record<string, unknown> = Object.fromEntries(kept);
  const { examples, ...rest } = result;
  const list = toExamples(examples) ?? toExamples([source['example']]);
  return list === undefined ? rest : { ...rest, examples: list };
}

/** OpenAPI names its examples; JSON Schema lists them. */
function toExamples(examples: unknown): unknown[] | undefined {
  if (examples === undefined) return undefined;
  const list = Array.isArray(examples)
    ? examples
    : Object.values(asObject(examples)).map((one) => asObject(one)['value'] ?? one);
  const plain = list.filter(isPlain);
  return plain.length > 0 ? plain : undefined;
}

function enumValues(source: unknown): readonly unknown[] | undefined {
  const list = Array.isArray(source) ? source : Object.values(asObject(source));
  const plain = list.filter((value) => typeof value === 'string' || typeof value === 'number');
  return plain.length > 0 ? plain : undefined;
}

function isPlain(value: unknown): boolean {
  return value !== undefined && typeof value !== 'function' && typeof value !== 'bigint';
}

function asObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
