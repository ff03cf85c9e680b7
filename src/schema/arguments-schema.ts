import type { TakenValue } from './schema-value.js';

/** A schema whose values are objects, as arguments are; else what the compiler says is wrong with it. */
export type ArgumentsSchema<S> =
  IsObject<TakenValue<S>> extends true
    ? S
    : 'arguments are an object, so the schema must be of one';

type IsObject<T> = unknown extends T
  ? true
  : [T] extends [Wrapper | readonly unknown[]]
    ? false
    : [T] extends [object]
      ? true
      : false;

/** Objects of classes that say nothing of members. */
type Wrapper =
  | InstanceType<StringConstructor | NumberConstructor | BooleanConstructor | DateConstructor>
  | Map<never, never>
  | Set<never>;
