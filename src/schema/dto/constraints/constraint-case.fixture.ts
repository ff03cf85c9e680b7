/** A decorator with values that its validator accepts and refuses. */
export interface ConstraintCase {
  /** The decorator, and what sets this case apart. */
  readonly name: string;
  readonly decorate: PropertyDecorator;
  readonly valid: readonly unknown[];
  readonly invalid: readonly unknown[];
  /** `none` where the gap between schema and validator is too odd to have a sample. */
  readonly witness?: 'none';
}

export function of(
  name: string,
  decorate: PropertyDecorator,
  valid: readonly unknown[],
  invalid: readonly unknown[],
  witness?: 'none',
): ConstraintCase {
  return { name, decorate, valid, invalid, ...(witness && { witness }) };
}
