import type { JsonObject } from '../../protocol/json.js';
import { isJsonObject } from '../../protocol/json.js';
import { copyOfBuilt, isBuilt } from './builders/built-result.js';
import { CompletionResult } from './builders/completion-result.js';

/** The specification's bound on completion values (every revision, Completion). */
export const MAX_COMPLETION_VALUES = 100;

/** The `completion` member of the result. */
export interface CompletionValues {
  readonly values: readonly string[];
  /** Absent where nobody counted. */
  readonly total?: number;
  readonly hasMore: boolean;
}

/**
 * The result of a completer from the candidates it returned; more than a hundred are cut.
 *
 * @throws TypeError unless the value is a list of strings, or was built
 */
export function toCompletionResult(value: unknown): CompletionValues {
  if (isBuilt<CompletionResult>(value, 'completion')) return cutBuilt(value);
  const copy = copyOfBuilt(value, 'completion');
  if (copy !== undefined) return cutBuilt(restored(copy));
  const candidates: readonly unknown[] = value === undefined ? [] : asList(value);
  const values = candidates.filter((item): item is string => typeof item === 'string');
  if (values.length !== candidates.length) throw notStrings();
  return cut(values, values.length, false);
}

/** A completer that says only that there is more did not count. */
function cutBuilt({ candidates, totals: { total, hasMore } }: CompletionResult): CompletionValues {
  const counted = total ?? (hasMore === true ? undefined : candidates.length);
  return cut(candidates, counted, hasMore ?? (counted ?? 0) > candidates.length);
}

/** @throws TypeError or RangeError for what cannot be a copy */
const restored = ({ candidates, totals }: JsonObject): CompletionResult =>
  CompletionResult.values(candidates as string[], isJsonObject(totals) ? totals : {});

function cut(
  candidates: readonly string[],
  total: number | undefined,
  hasMore: boolean,
): CompletionValues {
  return {
    values: candidates.slice(0, MAX_COMPLETION_VALUES),
    ...(total !== undefined && { total }),
    hasMore: hasMore || candidates.length > MAX_COMPLETION_VALUES,
  };
}

function asList(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw notStrings();
  return value;
}

const notStrings = (): TypeError => new TypeError('a completer returns a list of strings');
