/** What a builder makes the result of. */
export type ResultKind = 'tool' | 'prompt' | 'resource' | 'completion';

/**
 * Marks results that were made with a builder. Of the global registry, so that two copies of this
 * package know each other's.
 */
export const RESULT_BRAND: unique symbol = Symbol.for('nest-mcp:result');

interface BuiltResult {
  readonly [RESULT_BRAND]: ResultKind;
}

/**
 * True for a result that was built for this kind of method.
 *
 * @throws TypeError for one that was built for another kind, which must not be sent as a domain object
 */
export function isBuilt<T extends BuiltResult>(
  value: unknown,
  kind: T[typeof RESULT_BRAND],
): value is T {
  if (typeof value !== 'object' || value === null || !(RESULT_BRAND in value)) return false;
  const built = value[RESULT_BRAND];
  if (built === kind) return true;
  throw new TypeError(`the result of a ${String(built)} was returned for a ${kind}`);
}
