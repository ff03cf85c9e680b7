import type { ConstraintEntry, Described, Fragment } from './constraint-entry.interface.js';

/** Schema and validator accept the same values. */
export function exact(
  schema: Fragment,
  extra: Omit<Described, 'schema' | 'wider'> = {},
): Described {
  return { schema, ...extra };
}

/** A string that the schema cannot describe further; the rule goes into words. */
export function saidInWords(
  note: string,
  wider: string,
  extra: Partial<Described> = {},
): Described {
  return { schema: { type: 'string' }, note, wider, ...extra };
}

/** A validator that is one regular expression. */
export function onePattern(pattern: string, extra: Fragment = {}): ConstraintEntry {
  const described = exact({ type: 'string', ...extra, pattern });
  return () => described;
}

/** True when the author gave no options, so the validator's defaults hold. */
export function isUnset(options: unknown): boolean {
  return (
    options === undefined ||
    options === null ||
    (typeof options === 'object' && Object.keys(options).length === 0)
  );
}

/** Only these can be equal to a value that came from JSON. */
export function isJsonPrimitive(value: unknown): value is string | number | boolean | null {
  return (
    value === null ||
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value))
  );
}
