/** Marks `McpContext`, so that the class of another copy of this package is recognised as well. */
export const CONTEXT_BRAND = Symbol.for('nest-mcp.context');

/** True for the class `McpContext`, whichever copy of the package it comes from. */
export function isContextClass(type: unknown): boolean {
  return typeof type === 'function' && Reflect.get(type, CONTEXT_BRAND) === true;
}
