import type { JsonObject } from '../protocol/json.js';

/**
 * True when every value the schema describes is an object by its own root `type`. Revisions before
 * 2026-07-28 allow only such output schemas; every revision asks it of input schemas.
 *
 * @internal
 */
export function isObjectRoot(schema: JsonObject): boolean {
  return schema['type'] === 'object';
}
