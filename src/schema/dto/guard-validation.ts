import type { BuildContext } from './build-context.interface.js';
import type { ValidationIssue, ValidationOutcome } from '../compiled-schema.interface.js';

type Outcome = ValidationOutcome | Promise<ValidationOutcome>;

/**
 * Runs a validation that may throw. Some validators of class-validator throw on odd values (`1e-7`,
 * half a surrogate pair), and a transform often does on a value that is wrong anyway: both are
 * refusals. What is left is a failure of the application's own code, and rejects.
 *
 * @internal
 */
export function guardValidation(
  { findings }: BuildContext,
  known: readonly ValidationIssue[],
  run: () => Outcome,
): Outcome {
  const explain = (error: unknown): Outcome => {
    if (known.length > 0) return { ok: false, issues: known };
    if (!findings.isSync || findings.hasTransforms) return Promise.reject(error);
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, issues: [{ path: '', message: `cannot be validated: ${reason}` }] };
  };
  try {
    const outcome = run();
    return outcome instanceof Promise ? outcome.catch(explain) : outcome;
  } catch (error) {
    return explain(error);
  }
}
