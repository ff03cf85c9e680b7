import type { CompileSchemaOptions } from '../compile-schema-options.interface.js';
import type { CompiledSchema, ValidationOutcome } from '../compiled-schema.interface.js';
import { deepFreeze } from '../deep-freeze.js';
import { isObjectRoot } from '../is-object-root.js';
import type { StandardJsonSchema, StandardResult } from '../standard-schema.interface.js';
import { toJsonForm } from '../to-json-form.js';
import { isJsonObject, type JsonObject } from '../../protocol/json.js';
import { McpConfigurationError } from '../../protocol/mcp-configuration.error.js';

const TARGET = 'draft-2020-12';

/** What libraries write instead of a type where a schema is no single object. */
const INSTEAD_OF_TYPE = ['oneOf', 'anyOf', 'allOf', 'not', 'if', '$ref'] as const;

/**
 * A Standard Schema: shown through its own JSON Schema conversion, enforced by its own `validate`.
 *
 * @internal
 */
export function compileStandardSchema(
  source: StandardJsonSchema,
  options: CompileSchemaOptions,
): CompiledSchema {
  const standard = source['~standard'];
  const json = toJsonSchema(source, options);
  if (options.role === 'input') requireObjectInput(json, standard.vendor, options.where);
  return {
    json: deepFreeze(json),
    validate(value) {
      if (options.role === 'output') return validateOutput(source, value);
      const result = standard.validate(value);
      return result instanceof Promise ? result.then(toOutcome) : toOutcome(result);
    },
  };
}

/** The schema speaks of JSON, so a Date or an id object is turned into its JSON form first. */
async function validateOutput(
  source: StandardJsonSchema,
  value: unknown,
): Promise<ValidationOutcome> {
  const form = toJsonForm(value);
  if (!form.ok) return { ok: false, issues: [{ path: '', message: form.reason }] };
  const outcome = toOutcome(await source['~standard'].validate(form.value));
  if (!outcome.ok) return outcome;
  const sent = toJsonForm(outcome.value);
  return sent.ok ? sent : { ok: false, issues: [{ path: '', message: sent.reason }] };
}

function toJsonSchema(source: StandardJsonSchema, options: CompileSchemaOptions): JsonObject {
  const { where, role } = options;
  const { vendor, jsonSchema } = source['~standard'] ?? {};
  if (typeof jsonSchema?.[role] !== 'function') {
    throw new McpConfigurationError(
      `${where}: this ${String(vendor ?? 'Standard Schema')} schema cannot give a JSON Schema ` +
        '("~standard.jsonSchema" is missing). Update the library (zod has it since 4.2, valibot ' +
        'through @valibot/to-json-schema), or pass a JSON Schema object.',
    );
  }
  try {
    const json = jsonSchema[role]({ target: TARGET });
    if (!isJsonObject(json)) throw new Error(`the conversion gave ${JSON.stringify(json)}`);
    return structuredClone(json);
  } catch (cause) {
    throw new McpConfigurationError(
      `${where}: the ${vendor} schema of the ${role} has no JSON Schema: ${messageOf(cause)}. ` +
        'Use types that JSON can carry (no bigint, date, symbol or transform without a described ' +
        'output), or pass a JSON Schema object.',
      { cause },
    );
  }
}

function requireObjectInput(json: JsonObject, vendor: string, where: string): void {
  if (isObjectRoot(json)) return;
  const keyword = INSTEAD_OF_TYPE.find((one) => one in json);
  const found = keyword ?? `"type": ${JSON.stringify(json['type'])}`;
  throw new McpConfigurationError(
    `${where}: an input must be one object, but the ${vendor} schema has ${found} at its root. ` +
      'Wrap it in an object with one property, for example z.object({ value: <schema> }).',
  );
}

function toOutcome(result: StandardResult): ValidationOutcome {
  if (result.issues === undefined) return { ok: true, value: result.value };
  const issues = result.issues.map(({ message, path }) => {
    const dotted = (path ?? [])
      .map((segment) => String(typeof segment === 'object' ? segment.key : segment))
      .join('.');
    return { path: dotted, message: dotted === '' ? message : `${lastOf(dotted)}: ${message}` };
  });
  return { ok: false, issues };
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
