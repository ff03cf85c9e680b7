import { APPROVAL_KEY } from '../approvals/modern-approvals.js';

const UNNAMED = /^question-\d+$/;

/** The key of a question its author gave none. */
export const unnamedKey = (ordinal: number): string => `question-${ordinal}`;

/** @throws TypeError for a key that questions of another kind have */
export function checkKey(key: string): void {
  if (key === '' || key === APPROVAL_KEY || UNNAMED.test(key)) {
    throw new TypeError(
      `key "${key}" is reserved; give a question a name of its own, such as "shipping-address"`,
    );
  }
}
