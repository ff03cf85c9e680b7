import { checkJsonSchema } from './check-json-schema.js';
import { toIssues } from './to-issues.js';
import { loadAjv } from './load-ajv.js';
import type { CompileSchemaOptions } from '../compile-schema-options.interface.js';
import type { CompiledSchema, ValidationOutcome } from '../compiled-schema.interface.js';
import { deepFreeze } from '../deep-freeze.js';
import { toJsonForm } from '../to-json-form.js';
import type { JsonObject } from '../../protocol/json.js';
import { McpConfigurationError } from '../../protocol/mcp-configuration.error.js';

/**
 * A JSON Schema written by the author: sent out word for word, enforced by ajv. Patterns are the
 * author's; a pattern that backtracks exponentially is a fault of the application, since no client
 * can supply one.
 *
 * @internal
 */
export async function compileJsonSchema(
  source: JsonObject,
  options: CompileSchemaOptions,
): Promise<CompiledSchema> {
  checkJsonSchema(source, options);
  const json = deepFreeze(clone(source, options.where));
  const ajv = await loadAjv(json, options.where);
  const check = compile(() => ajv.compile(json), options);
  return {
    json,
    validate(value): ValidationOutcome {
      const form = options.role === 'output' ? toJsonForm(value) : { ok: true as const, value };
      if (!form.ok) return { ok: false, issues: [{ path: '', message: form.reason }] };
      if (check(form.value)) return { ok: true, value: form.value };
      return { ok: false, issues: toIssues(check.errors ?? []) };
    },
  };
}

/** Through JSON text: what a client would receive, in the author's key order. */
function clone(source: JsonObject, where: string): JsonObject {
  try {
    return JSON.parse(JSON.stringify(source)) as JsonObject;
  } catch (cause) {
    throw new McpConfigurationError(`${where}: the JSON Schema is not JSON: ${messageOf(cause)}`, {
      cause,
    });
  }
}

function compile<T>(run: () => T, { where, role }: CompileSchemaOptions): T {
  try {
    return run();
  } catch (cause) {
    throw new McpConfigurationError(
      `${where}: the JSON Schema of the ${role} is not valid 2020-12: ${messageOf(cause)}`,
      { cause },
    );
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
