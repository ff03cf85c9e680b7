import type { JsonObject } from '../protocol/json.js';
import { isJsonObject } from '../protocol/json.js';
import { invalidParams } from '../protocol/protocol-errors.js';

/** @throws McpException `-32602` unless the member is a string */
export function readString(params: JsonObject, member: string, method: string): string {
  const value = params[member];
  if (typeof value !== 'string') throw invalidParams(`${method}: ${member} must be a string`);
  return value;
}

/**
 * The `arguments` member; absent and `null` are an empty object.
 *
 * @throws McpException `-32602` for any other non-object
 */
export function readArguments(params: JsonObject, method: string): JsonObject {
  const value = params.arguments ?? {};
  if (!isJsonObject(value)) throw invalidParams(`${method}: arguments must be an object`);
  return value;
}
