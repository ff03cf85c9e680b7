/**
 * The sizes of all maps and sets that can be reached from an object through its fields, by path:
 * what is left over where nothing should be. `except` names fields that are not looked into.
 */
export function residueOf(root: object, except: ReadonlySet<string>): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  const visited = new Set<object>();
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null || visited.has(value)) return;
    visited.add(value);
    if (value instanceof Map || value instanceof Set) sizes.set(path, value.size);
    else if (Array.isArray(value)) sizes.set(path, value.length);
    for (const [key, member] of fieldsOf(value)) {
      if (!except.has(key)) visit(member, `${path}.${key}`);
    }
  };
  visit(root, 'dispatcher');
  return sizes;
}

function fieldsOf(value: object): readonly (readonly [string, unknown])[] {
  if (value instanceof Map) return [...value].map(([key, member]) => [String(key), member]);
  return Object.entries(value);
}
