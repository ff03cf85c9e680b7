/** A value as JSON would carry it, or why it cannot. */
export type JsonForm =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: string };

/**
 * What the peer would read: `toJSON` is respected, `undefined` members vanish.
 *
 * @internal
 */
export function toJsonForm(value: unknown): JsonForm {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') {
    return { ok: true, value };
  }
  try {
    const text = JSON.stringify(value) as string | undefined;
    if (text === undefined) return { ok: false, reason: `${typeof value} has no JSON form` };
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
}
