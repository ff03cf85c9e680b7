import type { JsonObject } from '../../protocol/json.js';
import { isJsonObject } from '../../protocol/json.js';
import { invalidParams } from '../../protocol/protocol-errors.js';

/**
 * Whole milliseconds for which the client wants its task kept, if it asks for one and says so (2025-11-25,
 * Tasks: Creating Tasks).
 *
 * @throws McpException `-32602` for a `task` that is none
 */
export function requestedTtl({ task }: JsonObject): number | undefined {
  if (task === undefined) return undefined;
  if (!isJsonObject(task)) throw invalidParams('tools/call: task must be an object');
  const { ttl } = task;
  if (ttl === undefined) return undefined;
  if (typeof ttl !== 'number') {
    throw invalidParams('tools/call: task.ttl must be a number of milliseconds');
  }
  return Math.ceil(ttl);
}
