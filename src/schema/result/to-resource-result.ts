import { isUint8Array } from 'node:util/types';
import type { ReadResourceResult, ResourceContents } from '../../protocol/content.interface.js';
import { isJsonObject } from '../../protocol/json.js';
import { isBuilt } from './builders/built-result.js';
import { toBase64 } from './builders/check-content.js';
import type { ResourceResult } from './builders/resource-result.js';
import { toJsonText } from './to-json-text.js';

/**
 * The contents of a resource from whatever its method returned: text from a string, base64 from
 * bytes, compact JSON from anything else, a ready-made or built result as it is. `undefined` and `null` mean
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
  if (isBuilt<ResourceResult>(value, 'resource')) return value.toResult(uri, mimeType);
  if (isResourceResult(value)) return value;
  return { contents: [toContents(value, uri, mimeType)] };
}

function toContents(value: unknown, uri: string, mimeType: string | undefined): ResourceContents {
  if (typeof value === 'string') return { uri, mimeType: mimeType ?? 'text/plain', text: value };
  if (isUint8Array(value)) {
    const blob = toBase64(value, 'data');
    return { uri, mimeType: mimeType ?? 'application/octet-stream', blob };
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
