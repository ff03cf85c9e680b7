import type { TestDenial } from './denial.js';
import { denialOfError, denialOfResult, errorText } from './denial.js';
import type { McpTestError } from './mcp-test.error.js';
import { show } from './show.js';

/**
 * The denial of an attempt.
 *
 * @param what the attempt is called in a failure
 * @param failure makes the error for one that was not denied, with lines of its own
 */
export async function expectDenied(
  what: string,
  attempt: Promise<unknown>,
  failure: (message: string, details: readonly string[]) => McpTestError,
): Promise<TestDenial> {
  let result: unknown;
  try {
    result = await attempt;
  } catch (thrown) {
    const denial = denialOfError(thrown);
    if (denial !== undefined) return denial;
    const words = thrown instanceof Error ? thrown.message : String(thrown);
    throw failure(`${what} was to be denied, but failed otherwise`, [`failure: ${words}`]);
  }
  const denial = denialOfResult(result);
  if (denial !== undefined) return denial;
  const outcome =
    errorText(result) === undefined
      ? 'was allowed'
      : 'was answered with an error that need not be a denial';
  throw failure(`${what} was to be denied, but ${outcome}`, [`answer: ${show(result)}`]);
}
