import type { ConstraintEntry, Described, Impossible } from './constraint-entry.interface.js';
import { exact, isJsonPrimitive } from './describe-constraint.js';

/** Validators of whole arrays. */
export const arrayConstraints: Readonly<Record<string, ConstraintEntry>> = {
  isArray: () => exact({ type: 'array' }),
  arrayNotEmpty: () => exact({ type: 'array', minItems: 1 }),
  arrayMinSize: ([min]) => minimum(min),
  arrayMaxSize: ([max]) => maximum(max),
  arrayContains: ([values]) => containsAll(values),
  arrayNotContains: ([values]) => containsNone(values),
  arrayUnique: (_, accepts) => ({
    schema: { type: 'array' },
    note: 'no element twice',
    wider: 'uniqueItems compares objects by value, the validator by identity or by a function',
    // Two new objects are unique to the validator unless a function identifies them.
    ...(accepts([{}, {}]) && { hint: { uniqueItems: true } }),
  }),
};

function minimum(min: unknown): Described | Impossible {
  if (typeof min !== 'number' || Number.isNaN(min)) return { impossible: `has no number as size` };
  return exact({ type: 'array', ...(min > 0 && { minItems: Math.ceil(min) }) });
}

function maximum(max: unknown): Described | Impossible {
  if (typeof max !== 'number' || !(max >= 0))
    return { impossible: `allows ${String(max)} elements` };
  return exact({ type: 'array', ...(Number.isFinite(max) && { maxItems: Math.floor(max) }) });
}

function containsAll(values: unknown): Described | Impossible {
  const wanted = [...new Set(Array.isArray(values) ? values : [])];
  if (!wanted.every(isJsonPrimitive)) {
    return { impossible: 'looks for an object by identity, which no value from JSON has' };
  }
  const [only, ...more] = wanted.map((value) => ({ contains: { const: value } }));
  if (only === undefined) return exact({ type: 'array' });
  return exact({ type: 'array', ...only, ...(more.length > 0 && { allOf: more }) });
}

function containsNone(values: unknown): Described {
  const unwanted = [...new Set(Array.isArray(values) ? values.filter(isJsonPrimitive) : [])];
  const items = unwanted.length > 0 && { items: { not: { enum: unwanted } } };
  return exact({ type: 'array', ...items });
}
