import type { ConstraintEntry, Described, Impossible } from './constraint-entry.interface.js';
import { exact, isJsonPrimitive } from './describe-constraint.js';

const IDENTITY = 'compares by identity, and no value from JSON is identical to an object';

/** Validators that hold for values of any type. */
export const commonConstraints: Readonly<Record<string, ConstraintEntry>> = {
  isDefined: () => exact({ not: { enum: [null] } }),
  isNotEmpty: () => exact({ not: { enum: ['', null] } }),
  isEmpty: () => exact({ enum: ['', null] }),
  equals: ([value]) => oneOf([value]),
  notEquals: ([value]) => noneOf([value]),
  isIn: ([values]) => oneOf(values),
  isNotIn: ([values]) => noneOf(values),
  isEnum: ([entity]) => enumOf(entity),
  isString: () => exact({ type: 'string' }),
  isBoolean: () => exact({ type: 'boolean' }),
  isObject: () => exact({ type: 'object' }),
  isNotEmptyObject: ([options]) => notEmptyObject(options),
};

function oneOf(values: unknown): Described | Impossible {
  const listed = Array.isArray(values) ? values : [];
  const primitives = [...new Set(listed.filter(isJsonPrimitive))];
  if (primitives.length > 0) return exact(typedEnum(primitives));
  // `undefined` as the only value means "must be absent", which a property schema cannot demand.
  return listed.includes(undefined) ? exact({ enum: [] }) : { impossible: IDENTITY };
}

function noneOf(values: unknown): Described {
  const primitives = [...new Set((Array.isArray(values) ? values : []).filter(isJsonPrimitive))];
  return exact(primitives.length > 0 ? { not: { enum: primitives } } : {});
}

/**
 * The validator also accepts the *names* of a numeric enum, because TypeScript's reverse mapping
 * lists them among the object's values. The handler is typed to get the numbers, so only the
 * numbers are shown and the names are refused.
 */
function enumOf(entity: unknown): Described | Impossible {
  const object = (entity ?? {}) as Record<string, unknown>;
  const members = Object.keys(object).filter((key) => !isReverseMapping(object, key));
  const values = [...new Set(members.map((key) => object[key]).filter(isJsonPrimitive))];
  if (values.length === 0) return { impossible: 'has no members that JSON can carry' };
  const allowed = new Set<unknown>(values);
  const list = values.join(', ');
  return exact(typedEnum(values), {
    refuse: (value) =>
      allowed.has(value) ? undefined : `must be one of the following values: ${list}`,
  });
}

function isReverseMapping(object: Record<string, unknown>, key: string): boolean {
  const name = object[key];
  return String(Number(key)) === key && typeof name === 'string' && object[name] === Number(key);
}

/** `type` adds nothing to `enum` for a validator, but models read it first. */
function typedEnum(values: readonly unknown[]): Record<string, unknown> {
  const types = [...new Set(values.map((value) => typeof value))];
  const [type] = types;
  const plain =
    types.length === 1 && (type === 'string' || type === 'number' || type === 'boolean');
  return plain ? { type, enum: values } : { enum: values };
}

function notEmptyObject(options: unknown): Described {
  const nullable = (options as { nullable?: boolean } | undefined)?.nullable;
  if (nullable === false) {
    return {
      schema: { type: 'object', minProperties: 1 },
      note: 'at least one property must be other than null',
      wider: 'no keyword counts the properties that are not null',
    };
  }
  return {
    schema: { type: 'object', minProperties: 1 },
    wider: 'the validator calls value.hasOwnProperty, which the value itself may have replaced',
    refuse: (value) =>
      ownsHasOwnProperty(value) ? 'must not contain a property named "hasOwnProperty"' : undefined,
  };
}

function ownsHasOwnProperty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'hasOwnProperty');
}
