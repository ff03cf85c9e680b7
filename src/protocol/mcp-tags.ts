/**
 * What the application tells clients apart by, such as `{ tenant: 'a' }`.
 *
 * @publicApi
 */
export type McpTags = Readonly<Record<string, string>>;

export const NO_TAGS: McpTags = Object.freeze({});

/**
 * Tags with others put over them.
 *
 * @param more an object of strings, as the application gave it
 * @throws TypeError for anything else
 */
export function withTags(tags: McpTags, more: unknown): McpTags {
  if (!isObject(more)) throw new TypeError(`tags are an object of strings, not ${String(more)}`);
  const wrong = Object.entries(more).find(([, value]) => typeof value !== 'string');
  if (wrong !== undefined) {
    throw new TypeError(`tags are an object of strings, and "${wrong[0]}" is none`);
  }
  return Object.freeze({ ...tags, ...(more as McpTags) });
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
