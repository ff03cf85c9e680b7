declare const CONTRADICTS: unique symbol;

/** What an option must be that contradicts another: left out. The name tells why in errors of the compiler. */
export interface NotWith<Option extends string> {
  readonly [CONTRADICTS]: Option;
}
