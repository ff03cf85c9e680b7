import { isAnyArrayBuffer } from 'node:util/types';
import type { ReadResourceResult, ResourceContents } from '../../protocol/content.interface.js';
import type { JsonObject } from '../../protocol/json.js';
import { isJsonObject } from '../../protocol/json.js';
import { copyOfBuilt, isBuilt } from './builders/built-result.js';
import { toBase64 } from './builders/check-content.js';
import type { OpenResult, ResourceResult } from './builders/resource-result.js';
import { closeResult } from './builders/resource-result.js';
import { toJsonText } from './to-json-text.js';

/**
 * The contents of a resource from whatever its method returned: text from a string, base64 from
 * bytes, compact JSON from anything else (arrays too), what was built as it is, and the members that the
 * specification knows of a ready-made result. `undefined` and `null` mean that there is no such resource, and
 * give `undefined`.
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
  const copy = copyOfBuilt(value, 'resource')?.result;
  if (isOpenResult(copy)) return closeResult(copy, uri, mimeType);
  if (isResourceResult(value)) {
    return { contents: value.contents.map(known), ...hintOf(value), ...metaOf(value) };
  }
  return { contents: [toContents(value, uri, mimeType)] };
}

function toContents(value: unknown, uri: string, mimeType: string | undefined): ResourceContents {
  if (typeof value === 'string') return { uri, mimeType: mimeType ?? 'text/plain', text: value };
  const bytes = bytesOf(value);
  if (bytes !== undefined) {
    const blob = toBase64(bytes, 'data');
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

const isOpenResult = (value: unknown): value is OpenResult =>
  isJsonObject(value) &&
  Array.isArray(value.contents) &&
  value.contents.every((contents) => isContents({ uri: '', ...(contents as object) }));

/** Text or bytes, never both and never neither. */
const isContents = (value: unknown): boolean =>
  isJsonObject(value) &&
  typeof value.uri === 'string' &&
  (value.blob === undefined ? typeof value.text === 'string' : typeof value.blob === 'string') &&
  (value.blob === undefined || value.text === undefined);

/** What else an object holds, such as the columns of a row, is not for clients. */
const known = ({ uri, mimeType, text, blob, _meta }: ResourceContents): ResourceContents => ({
  uri,
  ...(mimeType !== undefined && { mimeType }),
  ...(text !== undefined && { text }),
  ...(blob !== undefined && { blob }),
  ...metaOf({ _meta }),
});

/** Not checked: a wrong hint must not fail the read. */
const hintOf = ({ ttlMs, cacheScope }: ReadResourceResult) => ({
  ...(ttlMs !== undefined && { ttlMs }),
  ...(cacheScope !== undefined && { cacheScope }),
});

const metaOf = ({ _meta }: { readonly _meta?: JsonObject }) => _meta !== undefined && { _meta };

function bytesOf(value: unknown): Buffer | undefined {
  if (value instanceof Uint8Array) {
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  }
  return isAnyArrayBuffer(value) ? Buffer.from(value) : undefined;
}
