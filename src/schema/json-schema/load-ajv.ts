import type { ValidateFunction } from 'ajv';
import type { JsonObject } from '../../protocol/json.js';
import { loadFailure } from '../../protocol/optional-package.js';

/** As much of ajv as is used here. */
export interface JsonSchemaEngine {
  compile(schema: JsonObject): ValidateFunction;
  validateSchema(schema: JsonObject): unknown;
  errorsText(errors?: unknown, options?: { dataVar?: string }): string;
  readonly errors?: unknown;
}

/** An ajv remembers all it compiles, so that after so many schemas another takes its place. */
const SCHEMAS_EACH = 256;

/** Keywords that give a schema a name, under which others of the same ajv would find it. */
const NAMES = /"\$(id|anchor|dynamicAnchor)":/;

let shared: { readonly engine: Promise<JsonSchemaEngine>; left: number } | undefined;

/**
 * An ajv for one schema. Those without names share one, since making an ajv takes longer than the work
 * it does; a schema with names has one of its own, so that two tools may use the same `$id`. Loaded when
 * the first raw schema needs it, because it costs 30 ms of start-up.
 *
 * @internal
 */
export async function loadAjv(schema: JsonObject, where: string): Promise<JsonSchemaEngine> {
  if (NAMES.test(JSON.stringify(schema))) return createAjv(where);
  if (shared === undefined || shared.left === 0) {
    shared = { engine: createAjv(where), left: SCHEMAS_EACH };
    // What is missing may be installed meanwhile, and the error names who asked.
    shared.engine.catch(() => (shared = undefined));
  }
  shared.left--;
  return shared.engine;
}

async function createAjv(where: string): Promise<JsonSchemaEngine> {
  const { Ajv2020, formats } = await importAjv(where);
  const ajv = new Ajv2020({
    // `x-` keywords and other annotations of the author pass.
    strict: false,
    allErrors: true,
    validateFormats: true,
    // A validator must never change what it checks.
    coerceTypes: false,
    useDefaults: false,
    removeAdditional: false,
    logger: false,
    $data: false,
  });
  addFormats(formats)(ajv);
  return ajv as JsonSchemaEngine;
}

async function importAjv(where: string) {
  try {
    const [{ Ajv2020 }, formats] = await Promise.all([
      import('ajv/dist/2020.js'),
      import('ajv-formats'),
    ]);
    return { Ajv2020, formats };
  } catch (cause) {
    throw loadFailure(cause, { where, packages: 'ajv ajv-formats', purpose: 'a JSON Schema' });
  }
}

/** The default export of a CommonJS module is one level deeper when an ES module imports it. */
function addFormats(module: unknown): (ajv: unknown) => void {
  let candidate = module;
  while (typeof candidate !== 'function') {
    candidate = (candidate as { default: unknown }).default;
  }
  return candidate as (ajv: unknown) => void;
}
