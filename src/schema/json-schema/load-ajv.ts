import type { ValidateFunction } from 'ajv';
import { loadOptional } from '../load-optional.js';
import type { JsonObject } from '../../protocol/json.js';

/** As much of ajv as is used here. */
export interface JsonSchemaEngine {
  compile(schema: JsonObject): ValidateFunction;
  validateSchema(schema: JsonObject): unknown;
  errorsText(errors?: unknown, options?: { dataVar?: string }): string;
  readonly errors?: unknown;
}

/**
 * A fresh ajv for one schema: schemas of two tools may use the same `$id` without meeting. Loaded
 * when the first raw schema needs it, because it costs 30 ms of start-up.
 *
 * @internal
 */
export async function loadAjv(where: string): Promise<JsonSchemaEngine> {
  const need = { where, packages: 'ajv ajv-formats', purpose: 'a JSON Schema' };
  return loadOptional(async () => {
    const [{ Ajv2020 }, formats] = await Promise.all([
      import('ajv/dist/2020.js'),
      import('ajv-formats'),
    ]);
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
  }, need);
}

/** The default export of a CommonJS module is one level deeper when an ES module imports it. */
function addFormats(module: unknown): (ajv: unknown) => void {
  let candidate = module;
  while (typeof candidate !== 'function') {
    candidate = (candidate as { default: unknown }).default;
  }
  return candidate as (ajv: unknown) => void;
}
