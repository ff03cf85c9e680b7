import type { JsonObject } from '../../../protocol/json.js';
import { isJsonObject } from '../../../protocol/json.js';

/** What a builder makes the result of. */
export type ResultKind = 'tool' | 'prompt' | 'resource' | 'completion';

/**
 * Marks results that were made with a builder. Of the global registry, so that two copies of this
 * package know each other's.
 */
export const RESULT_BRAND: unique symbol = Symbol.for('nest-mcp:result');

/**
 * The same for copies. Serializers make a plain object of whatever a method returns, and symbols get lost
 * on the way; so does a cache.
 */
export const COPY_BRAND = 'nest-mcp:result';

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

/**
 * The members of a plain copy of a result that was built for this kind of method. Whoever uses them checks
 * them: they may be anybody's.
 */
export function copyOfBuilt(value: unknown, kind: ResultKind): JsonObject | undefined {
  return isJsonObject(value) && value[COPY_BRAND] === kind ? value : undefined;
}
