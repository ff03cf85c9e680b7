/** An opaque cursor: the key of the last entry sent, bound to the method it was made for. */
export function encodeCursor(method: string, key: string): string {
  return Buffer.from(JSON.stringify([method, key])).toString('base64url');
}

/** The key inside a cursor of this method, or `undefined` for anything else. */
export function decodeCursor(method: string, cursor: string): string | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
  if (!Array.isArray(parsed) || parsed.length !== 2 || parsed[0] !== method) return undefined;
  const key: unknown = parsed[1];
  // Node decodes leniently; only what was written by `encodeCursor` counts.
  return typeof key === 'string' && encodeCursor(method, key) === cursor ? key : undefined;
}
