type PathSegment = PropertyKey | { readonly key: PropertyKey };

/** The result of `~standard.validate` (Standard Schema 1). */
export type StandardResult =
  | { readonly value: unknown; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string;
        readonly path?: readonly PathSegment[] | undefined;
      }[];
    };

/** A Standard Schema 1 object that also implements Standard JSON Schema (zod 4.2 or newer). */
export interface StandardJsonSchema {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult | Promise<StandardResult>;
    readonly jsonSchema: {
      readonly input: (options: { readonly target: string }) => Record<string, unknown>;
      readonly output: (options: { readonly target: string }) => Record<string, unknown>;
    };
  };
}

/** A Standard Schema whose output type is known to the compiler. */
export type TypedSchema<T> = StandardJsonSchema & {
  readonly '~standard': { readonly types?: { readonly output: T } | undefined };
};
