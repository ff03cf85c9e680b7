const BRAND = Symbol.for('nest-mcp:suspended');

/**
 * Rejects a question whose answer has yet to come, so that the handler ends. It is no error, and no
 * exception filter sees it.
 */
export const SUSPENDED: object = Object.freeze({ [BRAND]: true, toString: () => 'suspended' });

/** True for {@link SUSPENDED}, whichever copy of the package it comes from. */
export const isSuspended = (thrown: unknown): boolean =>
  typeof thrown === 'object' && thrown !== null && BRAND in thrown;
