import { arrayConstraints } from './array-constraints.js';
import { commonConstraints } from './common-constraints.js';
import type { ConstraintEntry } from './constraint-entry.interface.js';
import { dateConstraints } from './date-constraints.js';
import { formatConstraints } from './format-constraints.js';
import { lengthConstraints } from './length-constraints.js';
import { numberConstraints } from './number-constraints.js';
import { patternConstraints } from './pattern-constraints.js';
import { wordedConstraints } from './worded-constraints.js';

/**
 * Every decorator of class-validator by the name it registers. An entry without `wider` is exact;
 * one with `wider` states why the schema accepts more than the validator does. A property test
 * holds every entry to its word.
 */
export const constraintTable: ReadonlyMap<string, ConstraintEntry> = new Map(
  [
    commonConstraints,
    numberConstraints,
    arrayConstraints,
    dateConstraints,
    lengthConstraints,
    patternConstraints,
    formatConstraints,
    wordedConstraints,
  ].flatMap((part) => Object.entries(part)),
);
