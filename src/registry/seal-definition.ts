import type { JsonObject } from '../protocol/json.js';
import { McpConfigurationError } from '../protocol/mcp-configuration.error.js';
import { deepFreeze } from '../schema/deep-freeze.js';

/** What is listed as it was given. */
const GIVEN = ['annotations', 'icons', 'meta'] as const;

type Sealable = { readonly handler: { readonly place: string } } & {
  readonly [Member in (typeof GIVEN)[number]]?: unknown;
};

/**
 * A copy that nobody can change: neither whoever gave it, nor whoever is shown it. What is listed
 * becomes the JSON that clients get.
 *
 * @throws McpConfigurationError for what JSON cannot say
 */
export function sealDefinition<T extends Sealable>(definition: T): T {
  const copies = GIVEN.filter((member) => definition[member] !== undefined).map(
    (member): [string, unknown] => {
      try {
        return [member, deepFreeze(toJson(definition[member]))];
      } catch (thrown) {
        const { place } = definition.handler;
        throw new McpConfigurationError(`${place}: ${member} must be JSON: ${String(thrown)}`);
      }
    },
  );
  return Object.freeze({ ...definition, ...(Object.fromEntries(copies) as Partial<T>) });
}

const toJson = (value: unknown): unknown =>
  (JSON.parse(JSON.stringify({ value })) as JsonObject).value;
