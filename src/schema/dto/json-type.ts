/** @internal */
export function jsonTypeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** @internal */
export function hasJsonType(value: unknown, type: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value);
  return jsonTypeOf(value) === type;
}

/** `must be an array`, `must be a number`. */
export function mustBe(type: string): string {
  return `must be ${/^[aio]/.test(type) ? 'an' : 'a'} ${type}`;
}
