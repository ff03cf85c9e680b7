import type { Type } from '@nestjs/common';
import type { StandardJsonSchema } from './standard-schema.interface.js';

/** The type of a value that passed the schema; `unknown` for JSON Schema. */
export type ParsedValue<S> = ValueOf<S, 'output'>;

/** The type of a value that the schema takes, before its defaults and conversions. */
export type TakenValue<S> = ValueOf<S, 'input'>;

/** Classes say one thing of both sides. */
type ValueOf<S, Side extends 'input' | 'output'> = S extends StandardJsonSchema
  ? StandardTypes<S> extends Readonly<Record<Side, infer T>>
    ? T
    : unknown
  : S extends Type<infer T>
    ? T
    : unknown;

/** What a Standard Schema says of its types, if it does. */
type StandardTypes<S> = S extends { readonly '~standard': { readonly types?: infer T } }
  ? NonNullable<T>
  : never;
