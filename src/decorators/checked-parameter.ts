/**
 * A decorator of parameters that are given `Given`, which their type must take; `unknown` lets every type
 * pass. Parameters of constructors are refused. TypeScript before 5.0 does not tell which parameter it
 * is, so that any of the method may take it.
 */
export interface CheckedParameter<Given = unknown> extends ComposableDecorator {
  <T extends object, Property extends string | symbol, Index extends number>(
    target: T,
    property: Property,
    index: Checked<T, Property, Index, Given>,
  ): void;
}

/** What makes it a `ParameterDecorator` where nothing is known of the parameter; `@` never means it. */
interface ComposableDecorator {
  (): void;
}

/** Private and protected methods are not among the keys, and are not checked. */
type Checked<T, Property, Index extends number, Given> = Property extends keyof T
  ? T[Property] extends (...args: infer Parameters) => unknown
    ? Fits<Given, Parameters[Index]> extends true
      ? Index
      : GivenInstead<Given>
    : Index
  : Index;

type Fits<Given, Parameter> = unknown extends Given
  ? true
  : [Given] extends [Parameter]
    ? true
    : false;

/** What the parameter is given, as errors of the compiler name it. */
interface GivenInstead<Given> {
  readonly given: Given;
}
