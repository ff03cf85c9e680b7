import type { JsonObject } from '../protocol/json.js';

/** One reason why a value was refused. `path` is dotted (`items.0.sku`), empty for the whole value. */
export interface ValidationIssue {
  readonly path: string;
  readonly message: string;
}

/** What a validator says: the value to use from now on, or every reason why there is none. */
export type ValidationOutcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: readonly ValidationIssue[] };

/**
 * A schema made ready at boot: what is advertised and what is enforced, kept together so that the
 * two cannot drift apart.
 */
export interface CompiledSchema {
  /** JSON Schema 2020-12, deeply frozen; exactly what a listing sends. */
  readonly json: JsonObject;

  /** Members whose values the author's own code reads as they come (`@Transform`). Absent: none. */
  readonly readAsTheyCome?: ReadonlySet<string>;

  /** Checks a value. Never throws for a bad value; rejects only if the author's own code fails. */
  validate(value: unknown): ValidationOutcome | Promise<ValidationOutcome>;
}
