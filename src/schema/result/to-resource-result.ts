import type { ReadResourceResult, ResourceContents } from '../../protocol/content.interface.js';
import { isJsonObject } from '../../protocol/json.js';
import { toJsonText } from './to-json-text.js';

/**
 * The contents of a resource from whatever its method returned: text from a string, base64 from
 * bytes, compact JSON from anything else, a ready-made result as it is. `undefined` and `null` mean
 * that there is no such resource, and give `undefined`.
 *
 * @param mimeType the declared type; by default it follows from the value
 */
export function toResourceResult(
  value: unknown,
  uri: string,
  mimeType: string | undefined,
): ReadResourceResult | undefined {
  if (value === undefined || value === null) return undefined;
  if (isResourceResult(value)) return value;
  return { contents: [toContents(value, uri, mimeType)] };
}

function toContents(value: unknown, uri: string, mimeType: string | undefined): ResourceContents {
  if (typeof value === 'string') return { uri, mimeType: mimeType ?? 'text/plain', text: value };
  if (value instanceof Uint8Array) {
    return {
      uri,
      mimeType: mimeType ?? 'application/octet-stream',
      blob: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64'),
    };
  }
  return { uri, mimeType: mimeType ?? 'application/json', text: toJsonText(value) };
}

function isResourceResult(value: unknown): value is ReadResourceResult {
  return (
    isJsonObject(value) &&
    Array.isArray(value.contents) &&
    value.contents.length > 0 &&
    value.contents.every(isContents)
  );
}

const isContents = (value: unknown): boolean =>
  isJsonObject(value) &&
  typeof value.uri === 'string' &&
  (typeof value.text === 'string' || typeof value.blob === 'string');
