import type { ClassModel } from './class-model.interface.js';

/**
 * True for a class with a property that is mirrored into a header, or with a nested class that has
 * one. What is in a list or a union cannot be mirrored.
 *
 * @internal
 */
export function holdsHeaders(
  { properties }: ClassModel,
  visited: ReadonlySet<ClassModel> = new Set(),
): boolean {
  return [...properties.values()].some(({ header, isArray, nested }) => {
    if (header !== undefined) return true;
    if (isArray || nested?.kind !== 'class' || visited.has(nested.model)) return false;
    return holdsHeaders(nested.model, new Set([...visited, nested.model]));
  });
}
