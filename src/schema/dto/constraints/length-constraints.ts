import type { ConstraintEntry, Described, Impossible } from './constraint-entry.interface.js';

const SELECTORS = 'validator.js does not count variation selectors (U+FE0E, U+FE0F)';

/** Validators of the length of a string. */
export const lengthConstraints: Readonly<Record<string, ConstraintEntry>> = {
  isLength: ([min, max]) => between(min, max),
  minLength: ([min]) => between(min, undefined),
  maxLength: ([max]) => between(0, max),
  isByteLength: ([min, max]) => bytesBetween(min, max),
};

/** Both sides count code points, so an emoji of two UTF-16 units is one character. */
function between(min: unknown, max: unknown): Described | Impossible {
  const low = typeof min === 'number' ? Math.max(0, Math.ceil(min)) : 0;
  if (max === undefined) {
    return { schema: { type: 'string', ...(low > 0 && { minLength: low }) }, wider: SELECTORS };
  }
  const high = typeof max === 'number' ? Math.floor(max) : -1;
  if (!(high >= low)) return { impossible: `allows lengths from ${low} to ${String(max)}` };
  return {
    schema: { type: 'string', ...(low > 0 && { minLength: low }), maxLength: high },
    wider: SELECTORS,
    refuse: (value) =>
      typeof value === 'string' && value.length > high && [...value].length > high
        ? `must be shorter than or equal to ${high} characters`
        : undefined,
  };
}

function bytesBetween(min: unknown, max: unknown): Described | Impossible {
  const low = typeof min === 'number' ? Math.max(0, min) : 0;
  const high = typeof max === 'number' ? max : undefined;
  if (high !== undefined && high < low) return { impossible: `allows ${low} to ${high} bytes` };
  const least = Math.ceil(low / 4);
  return {
    schema: {
      type: 'string',
      ...(least > 0 && { minLength: least }),
      ...(high !== undefined && { maxLength: Math.floor(high) }),
    },
    note: `${low} to ${high ?? 'any number of'} bytes in UTF-8`,
    wider: 'no keyword counts bytes',
    // The validator encodes the string, which throws on half a surrogate pair.
    refuse: (value) =>
      typeof value === 'string' && /\p{Surrogate}/u.test(value)
        ? 'must be well-formed Unicode'
        : undefined,
  };
}
