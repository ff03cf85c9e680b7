import { createHash } from 'node:crypto';

/** What a cursor is good for. */
export interface CursorOwner {
  readonly method: string;
  /** The key of who lists; absent for anybody without one. */
  readonly principalKey: string | undefined;
}

/**
 * An opaque cursor: the key of the last entry sent, bound to the list and the principal it was made
 * for. Nothing is remembered, and any process understands it.
 *
 * It is no secret and no authority. Whoever makes one up reads from another place of a list that was
 * filtered for them already, so a digest that can be computed is enough to tell cursors apart.
 */
export function encodeCursor(owner: CursorOwner, key: string): string {
  return Buffer.from(JSON.stringify([digestOf(owner), key])).toString('base64url');
}

/** The key inside a cursor of this owner, or `undefined` for anything else. */
export function decodeCursor(owner: CursorOwner, cursor: unknown): string | undefined {
  if (typeof cursor !== 'string') return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
  const key: unknown = Array.isArray(parsed) ? parsed[1] : undefined;
  // Node decodes leniently; only what was written by `encodeCursor` counts.
  return typeof key === 'string' && encodeCursor(owner, key) === cursor ? key : undefined;
}

/** Long enough that no two owners meet. */
const DIGEST_CHARACTERS = 22;

const digestOf = ({ method, principalKey }: CursorOwner): string =>
  createHash('sha256')
    .update(JSON.stringify([method, principalKey ?? null]))
    .digest('base64url')
    .slice(0, DIGEST_CHARACTERS);
