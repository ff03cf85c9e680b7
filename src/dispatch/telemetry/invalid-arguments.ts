import type { ToolDefinition } from '../../registry/definitions.interface.js';
import type { ValidationIssue } from '../../schema/compiled-schema.interface.js';
import { isJsonObject } from '../../protocol/json.js';

/**
 * Which parameters of a tool were not valid, by the names that its schema has. The issues themselves
 * may quote what the client sent.
 */
export function invalidArguments(
  { input }: ToolDefinition,
  issues: readonly ValidationIssue[],
): string {
  const { properties } = input.json;
  const declared = isJsonObject(properties) ? properties : {};
  const names = new Set(issues.map(({ path }) => path.split('.', 1)[0] ?? ''));
  const known = [...names].filter((name) => Object.hasOwn(declared, name));
  return known.length > 0 ? `invalid arguments (${known.join(', ')})` : 'invalid arguments';
}
