/** The specification's bound on completion values (every revision, Completion). */
export const MAX_COMPLETION_VALUES = 100;

/** The `completion` member of the result. */
export interface CompletionValues {
  readonly values: readonly string[];
  readonly total: number;
  readonly hasMore: boolean;
}

/**
 * The result of a completer from the candidates it returned; more than a hundred are cut.
 *
 * @throws TypeError unless the value is a list of strings
 */
export function toCompletionResult(value: unknown): CompletionValues {
  const candidates: readonly unknown[] = value === undefined ? [] : asList(value);
  const values = candidates.filter((item): item is string => typeof item === 'string');
  if (values.length !== candidates.length) throw notStrings();
  return {
    values: values.slice(0, MAX_COMPLETION_VALUES),
    total: values.length,
    hasMore: values.length > MAX_COMPLETION_VALUES,
  };
}

function asList(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw notStrings();
  return value;
}

const notStrings = (): TypeError => new TypeError('a completer returns a list of strings');
