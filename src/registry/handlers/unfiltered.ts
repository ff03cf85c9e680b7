/**
 * Marks what a handler throws because of its client, not because of a failure. Exception filters do not
 * see it. Shared by every copy of the package.
 */
export const UNFILTERED = Symbol.for('nest-mcp:unfiltered');

/** True for a marked value. */
export const isUnfiltered = (thrown: unknown): boolean =>
  typeof thrown === 'object' && thrown !== null && UNFILTERED in thrown;
