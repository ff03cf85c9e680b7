const SENTINEL = /^=\?base64\?(.*)\?=$/s;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The value of a mirrored header: as it stands, or Base64 of UTF-8 inside `=?base64?…?=`. Decoding is
 * strict, since Node would let wrong padding and foreign characters pass (2026-07-28, Streamable
 * HTTP: encoding). `undefined` when the encoding is broken.
 */
export function decodeHeaderValue(value: string): string | undefined {
  const encoded = SENTINEL.exec(value)?.[1];
  if (encoded === undefined) return value;
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.toString('base64') !== encoded) return undefined;
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
