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

/** What `String` and its like make, which are classes too. */
type Wrapper = String | Number | Boolean | Date | Map<never, never> | Set<never>;
