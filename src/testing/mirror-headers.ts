import { isJsonObject } from '../protocol/json.js';
import type { MirroredParameter } from '../registry/mirrored-parameter.interface.js';
import { mirroredValue } from '../registry/mirrored-value.js';

/** The headers that repeat arguments of a tool call, as clients write them (2026-07-28, Streamable HTTP). */
export function mirrorArguments(
  parameters: readonly MirroredParameter[],
  args: unknown,
): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const parameter of parameters) {
    const value = isJsonObject(args) ? mirroredValue(args, parameter) : undefined;
    if (value === undefined || typeof value === 'object') continue;
    headers[`mcp-param-${parameter.header.toLowerCase()}`] = encodeHeader(String(value));
  }
  return headers;
}

/** As it stands where every character is visible ASCII, else in Base64. */
export function encodeHeader(value: string): string {
  const isPlain = /^[\x21-\x7e]+$/.test(value) && !value.startsWith('=?');
  return isPlain ? value : `=?base64?${Buffer.from(value).toString('base64')}?=`;
}
