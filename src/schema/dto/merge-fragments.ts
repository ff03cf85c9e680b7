import type { Fragment } from './constraints/constraint-entry.interface.js';

/** Keywords of which the larger (`max`) or the smaller (`min`) of two values wins. */
const BOUNDS: Readonly<Record<string, 'max' | 'min'>> = {
  minimum: 'max',
  exclusiveMinimum: 'max',
  minLength: 'max',
  minItems: 'max',
  minProperties: 'max',
  maximum: 'min',
  exclusiveMaximum: 'min',
  maxLength: 'min',
  maxItems: 'min',
};

/**
 * One schema that holds for a value exactly if both do. Undefined if no value can satisfy both.
 *
 * @internal
 */
export function mergeFragments(left: Fragment, right: Fragment): Fragment | undefined {
  const merged: Record<string, unknown> = { ...left };
  const all: unknown[] = Array.isArray(left['allOf']) ? [...left['allOf']] : [];
  for (const [keyword, value] of Object.entries(right)) {
    const present = merged[keyword];
    if (keyword === 'allOf') all.push(...(value as unknown[]));
    else if (present === undefined) merged[keyword] = value;
    else if (JSON.stringify(present) !== JSON.stringify(value)) {
      const joined = join(keyword, present, value);
      if (joined === 'impossible') return undefined;
      if (joined === 'separate') all.push({ [keyword]: value });
      else merged[keyword] = joined.value;
    }
  }
  if (all.length > 0) merged['allOf'] = all;
  return reconcile(merged);
}

type Joined = { readonly value: unknown } | 'impossible' | 'separate';

function join(keyword: string, left: unknown, right: unknown): Joined {
  const bound = BOUNDS[keyword];
  if (bound !== undefined) return { value: Math[bound](left as number, right as number) };
  if (keyword === 'type') return joinTypes(String(left), String(right));
  if (keyword === 'enum') {
    const values = (left as unknown[]).filter((value) => (right as unknown[]).includes(value));
    return values.length > 0 ? { value: values } : 'impossible';
  }
  if (keyword === 'items') {
    const items = mergeFragments(left as Fragment, right as Fragment);
    // An array of impossible elements can still be empty.
    return { value: items ?? { not: {} } };
  }
  if (keyword === 'not') return joinNot(left as Fragment, right as Fragment);
  return 'separate';
}

function joinTypes(left: string, right: string): Joined {
  const pair = new Set([left, right]);
  return pair.has('integer') && pair.has('number') ? { value: 'integer' } : 'impossible';
}

function joinNot(left: Fragment, right: Fragment): Joined {
  if (!Array.isArray(left['enum']) || !Array.isArray(right['enum'])) return 'separate';
  return { value: { enum: [...new Set([...left['enum'], ...right['enum']])] } };
}

/** Brings `type`, `enum` and `not` of one schema together. */
function reconcile(schema: Record<string, unknown>): Fragment | undefined {
  const { type, enum: values, not } = schema;
  if (Array.isArray(values)) {
    const forbidden = (not as Fragment | undefined)?.['enum'];
    const left = values.filter((value) => hasType(value, type) && !listed(forbidden, value));
    if (left.length === 0) return undefined;
    const { not: _, ...rest } = schema;
    return Array.isArray(forbidden) ? { ...rest, enum: left } : { ...schema, enum: left };
  }
  return typeof type === 'string' ? { ...schema, ...withoutUselessNot(type, schema) } : schema;
}

/** `not: { enum: ['', null] }` on a string says no more than `minLength: 1`. */
function withoutUselessNot(type: string, schema: Fragment): Fragment {
  const forbidden = (schema['not'] as Fragment | undefined)?.['enum'];
  if (!Array.isArray(forbidden)) return {};
  const left = forbidden.filter((value) => hasType(value, type));
  if (left.length === 0) return { not: undefined };
  if (left.length > 1 || left[0] !== '') return { not: { enum: left } };
  return {
    not: undefined,
    minLength: Math.max(1, (schema['minLength'] as number | undefined) ?? 0),
  };
}

function listed(values: unknown, value: unknown): boolean {
  return Array.isArray(values) && values.includes(value);
}

function hasType(value: unknown, type: unknown): boolean {
  if (typeof type !== 'string') return true;
  if (type === 'integer') return Number.isInteger(value);
  return type === (value === null ? 'null' : typeof value);
}
