import { COPY_BRAND, RESULT_BRAND } from './built-result.js';

/**
 * What a completer knows besides the values it gives.
 *
 * @publicApi
 */
export interface CompletionTotals {
  /** How many values there are in all; default: as many as were given, where nothing else is known. */
  readonly total?: number;
  /** Whether there are more than were given; default: what follows from `total`. */
  readonly hasMore?: boolean;
}

class CompletionResultBuilder {
  readonly [RESULT_BRAND] = 'completion';
  protected readonly [COPY_BRAND] = 'completion';

  constructor(
    readonly candidates: readonly string[],
    readonly totals: CompletionTotals,
  ) {}

  /**
   * Values, best first; a client gets the first hundred.
   *
   * @throws TypeError or RangeError naming the member
   */
  values(values: readonly string[], totals: CompletionTotals = {}): CompletionResultBuilder {
    const { total, hasMore } = totals;
    if (!Array.isArray(values) || !values.every((value) => typeof value === 'string')) {
      throw new TypeError('values must be a list of strings');
    }
    if (total !== undefined && (!Number.isSafeInteger(total) || total < values.length)) {
      throw new RangeError(`total must be a whole number, ${values.length} or more, not ${total}`);
    }
    if (hasMore !== undefined && typeof hasMore !== 'boolean') {
      throw new TypeError('hasMore must be a boolean');
    }
    return new CompletionResultBuilder(values, { total, hasMore });
  }
}

/**
 * The candidates of a completer that were made with {@link CompletionResult}.
 *
 * @publicApi
 */
export type CompletionResult = CompletionResultBuilder;

/**
 * No candidates; `values()` gives some. For completers that know how many there are without fetching
 * them all. A list of strings does where all are given.
 *
 * @example
 * ```ts
 * return CompletionResult.values(await this.cities.first(100, typed), { total: 4_812 });
 * ```
 * @publicApi
 */
export const CompletionResult: CompletionResult = new CompletionResultBuilder([], {});
