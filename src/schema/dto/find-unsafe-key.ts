/** Deeper than any honest argument; stops before the stack does. */
const MAX_DEPTH = 256;

/**
 * Looks through a value that no class describes for what class-transformer, or a careless merge in
 * the handler, must not see: an own `__proto__` or `constructor` (class-transformer calls the latter),
 * or nesting without end. Gives the end of a message.
 *
 * @internal
 */
export function findUnsafeKey(value: unknown, depth = 0): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > MAX_DEPTH) return 'is nested too deeply';
  for (const key of Object.keys(value)) {
    if (isUnsafeKey(key)) return `must not contain a property named "${key}"`;
    const below = findUnsafeKey((value as Record<string, unknown>)[key], depth + 1);
    if (below !== undefined) return below;
  }
  return undefined;
}

/** @internal */
export function isUnsafeKey(key: string): boolean {
  return key === '__proto__' || key === 'constructor';
}
