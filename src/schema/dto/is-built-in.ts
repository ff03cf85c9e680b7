import type { ConstraintMetadata } from './class-libraries.js';

/**
 * True for a validator of class-validator itself. `@Validate(SomeClass)` and classes given to
 * `registerDecorator` are never built in.
 *
 * @internal
 */
export function isBuiltIn({ constraintCls, name }: ConstraintMetadata): boolean {
  return name !== undefined && constraintCls?.name === 'CustomConstraint';
}
