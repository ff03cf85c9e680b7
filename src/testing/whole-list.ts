import type { JsonObject } from '../protocol/json.js';
import { McpTestError } from './mcp-test.error.js';

/**
 * Every entry of a list, page by page.
 *
 * @param request one page
 * @throws McpTestError for pages that lead back to one that was read
 */
export async function wholeList<T>(
  method: string,
  member: string,
  request: (method: string, params: JsonObject) => Promise<JsonObject>,
): Promise<readonly T[]> {
  const entries: T[] = [];
  const seen = new Set<unknown>();
  for (let cursor: unknown; ;) {
    const page = await request(method, cursor === undefined ? {} : { cursor });
    entries.push(...(page[member] as readonly T[]));
    cursor = page.nextCursor;
    if (cursor === undefined) return entries;
    if (seen.has(cursor)) throw new McpTestError(`${method} gave the cursor ${cursor} twice`);
    seen.add(cursor);
  }
}
