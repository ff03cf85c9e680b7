import { isObjectRoot } from '../is-object-root.js';
import type { CompileSchemaOptions } from '../compile-schema-options.interface.js';
import { isJsonObject, type JsonObject } from '../../protocol/json.js';
import { McpConfigurationError } from '../../protocol/mcp-configuration.error.js';

const DIALECT = /^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/;
const MAX_DEPTH = 64;

/**
 * What can be said of a raw schema before ajv sees it: dialect, root, depth and references.
 *
 * @internal
 */
export function checkJsonSchema(schema: JsonObject, options: CompileSchemaOptions): void {
  const fail = (problem: string): never => {
    throw new McpConfigurationError(
      `${options.where}: the JSON Schema of the ${options.role} ${problem}`,
    );
  };
  if (schema['$schema'] !== undefined && !DIALECT.test(String(schema['$schema']))) {
    fail(
      `declares ${JSON.stringify(schema['$schema'])}; only ` +
        '"https://json-schema.org/draft/2020-12/schema" is supported. Convert it, or leave $schema out.',
    );
  }
  if (options.role === 'input' && !isObjectRoot(schema)) {
    fail(
      `has "type": ${JSON.stringify(schema['type'])} at its root; arguments are always one object. ` +
        'Set "type": "object" and describe the value as one of its properties.',
    );
  }
  if (exceedsDepth(schema, MAX_DEPTH)) {
    fail(`is nested deeper than ${MAX_DEPTH} levels, or refers to itself. Use $defs and $ref.`);
  }
  for (const reference of references(schema)) {
    if (/^[a-z][a-z0-9+.-]*:/i.test(reference) && !isEmbedded(schema, reference)) {
      fail(`refers to ${reference}, which is not fetched. Copy that schema into $defs.`);
    }
  }
}

function exceedsDepth(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (left === 0) return true;
  return Object.values(value).some((member) => exceedsDepth(member, left - 1));
}

function* references(value: unknown): Generator<string> {
  if (Array.isArray(value)) {
    for (const member of value) yield* references(member);
  } else if (isJsonObject(value)) {
    for (const [key, member] of Object.entries(value)) {
      if ((key === '$ref' || key === '$dynamicRef') && typeof member === 'string') yield member;
      // `const`, `enum` and the like hold data, not schemas.
      else if (!['const', 'enum', 'default', 'examples'].includes(key)) yield* references(member);
    }
  }
}

/** A reference may name a schema that is embedded under its own `$id`. */
function isEmbedded(schema: JsonObject, reference: string): boolean {
  const target = reference.split('#')[0];
  return JSON.stringify(schema).includes(`"$id":${JSON.stringify(target)}`);
}
