import type { CompileSchemaOptions } from './compile-schema-options.interface.js';
import type { CompiledSchema } from './compiled-schema.interface.js';
import { fromText } from './from-text.js';
import { compileDtoClass } from './dto/compile-dto-class.js';
import { compileJsonSchema } from './json-schema/compile-json-schema.js';
import type { SchemaSource } from './schema-source.js';
import { compileStandardSchema } from './standard/compile-standard-schema.js';
import type { StandardJsonSchema } from './standard-schema.interface.js';
import { isJsonObject } from '../protocol/json.js';
import { McpConfigurationError } from '../protocol/mcp-configuration.error.js';

/**
 * Makes a schema ready at boot: decides by the kind of source what is advertised and what is
 * enforced. Everything that could go wrong later is a `McpConfigurationError` now.
 *
 * This folder owns the way from an author's types to the wire: one folder for each kind of source,
 * all giving a `CompiledSchema`. What is shown is enforced, and what is enforced is shown as far as
 * JSON Schema can say it.
 *
 * @internal
 */
export async function compileSchema(
  source: SchemaSource,
  options: CompileSchemaOptions,
): Promise<CompiledSchema> {
  const compiled = await compileKind(source, options);
  return options.fromText === true ? fromText(compiled) : compiled;
}

async function compileKind(
  source: SchemaSource,
  options: CompileSchemaOptions,
): Promise<CompiledSchema> {
  if (isStandardSchema(source)) return compileStandardSchema(source, options);
  if (typeof source === 'function') return compileDtoClass(source, options);
  if (isPlainObject(source)) return compileJsonSchema(source, options);
  throw new McpConfigurationError(
    `${options.where}: ${describe(source)} is no schema. Give a class with class-validator ` +
      'decorators, a Standard Schema (zod 4.2 or newer) or a JSON Schema object. An undefined value ' +
      'is often an import cycle.',
  );
}

/** Some vendors (ArkType) make their schemas callable, so this is asked before "is it a class". */
function isStandardSchema(source: unknown): source is StandardJsonSchema {
  const holds = typeof source === 'function' || (typeof source === 'object' && source !== null);
  return holds && '~standard' in source;
}

function isPlainObject(source: unknown): source is Readonly<Record<string, unknown>> {
  if (!isJsonObject(source)) return false;
  const prototype: unknown = Object.getPrototypeOf(source);
  // Objects of another realm (jest's vm contexts) have an Object.prototype of their own.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function describe(source: unknown): string {
  if (source === null || typeof source !== 'object') return String(source);
  return Array.isArray(source)
    ? 'an array'
    : `an instance of ${source.constructor?.name ?? 'Object'}`;
}
