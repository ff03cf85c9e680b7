/**
 * What the application tells clients apart by, such as `{ tenant: 'a' }`.
 *
 * @publicApi
 */
export type McpTags = Readonly<Record<string, string>>;

/** Of a client nothing was said about. */
export const NO_TAGS: McpTags = Object.freeze({});

/**
 * Tags with others put over them.
 *
 * @param more an object of strings, as the application gave it; `undefined` takes a tag away
 * @throws TypeError for anything else
 */
export function withTags(tags: McpTags, more: unknown): McpTags {
  if (!isObject(more)) throw new TypeError(`tags are an object of strings, not ${String(more)}`);
  const merged: readonly [string, unknown][] = Object.entries({ ...tags, ...more });
  const given = merged.filter(([, value]) => value !== undefined);
  const wrong = given.find(([, value]) => typeof value !== 'string');
  if (wrong !== undefined) {
    throw new TypeError(`tags are an object of strings, and "${wrong[0]}" is none`);
  }
  return Object.freeze(Object.fromEntries(given) as McpTags);
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
