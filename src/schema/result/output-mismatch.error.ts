import type { ValidationIssue } from '../compiled-schema.interface.js';

/** A tool returned something its output schema refuses: the author's mistake, not the client's. */
export class OutputMismatchError extends Error {
  override readonly name = 'OutputMismatchError';

  constructor(readonly issues: readonly ValidationIssue[]) {
    super(issues.map(({ path, message }) => `${path || 'result'}: ${message}`).join('; '));
  }
}
