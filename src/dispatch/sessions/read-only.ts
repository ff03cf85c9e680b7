import { deepFreeze } from '../../schema/deep-freeze.js';

const copies = new WeakMap<object, object>();

/**
 * A copy of JSON that nobody can change, the same each time. What clients say of themselves is shared by
 * everything that serves them; it costs nothing where nobody looks.
 */
export function readOnly<T extends object | undefined>(value: T): T {
  if (value === undefined) return value;
  const known = copies.get(value);
  if (known !== undefined) return known as T;
  const copy = deepFreeze(JSON.parse(JSON.stringify(value)) as NonNullable<T>);
  copies.set(value, copy);
  return copy;
}
