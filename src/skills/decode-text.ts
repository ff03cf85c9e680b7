/** A byte order mark is kept, since digests cover it. */
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of a file, or `undefined` for one whose bytes text would not give back. */
export function decodeText(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}
