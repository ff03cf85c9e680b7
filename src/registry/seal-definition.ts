import type { JsonObject } from '../protocol/json.js';
import { deepFreeze } from '../schema/deep-freeze.js';

/** What is listed as it was given. */
const GIVEN = ['annotations', 'icons', 'meta'] as const;

type Sealable = { readonly [Member in (typeof GIVEN)[number]]?: unknown };

/**
 * A copy that nobody can change: neither whoever gave it, nor whoever is shown it. What is listed
 * becomes the JSON that clients get.
 */
export function sealDefinition<T extends Sealable>(definition: T): T {
  const copies = GIVEN.filter((member) => definition[member] !== undefined).map(
    (member): [string, unknown] => [member, deepFreeze(toJson(definition[member]))],
  );
  return Object.freeze({ ...definition, ...(Object.fromEntries(copies) as Partial<T>) });
}

const toJson = (value: unknown): unknown =>
  (JSON.parse(JSON.stringify({ value })) as JsonObject).value;
