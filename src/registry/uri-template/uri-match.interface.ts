/**
 * A value found in a URI: a list for an exploded variable (`*`), else one string.
 *
 * @internal
 */
export type UriVariable = string | readonly string[];

/** The URI has the shape of the template. A query parameter that was not sent has no entry. */
export interface UriMatched {
  readonly kind: 'match';
  readonly variables: ReadonlyMap<string, UriVariable>;
}

/** The URI has the shape of the template, but no value can be read: bad parameters, not an unknown resource. */
export interface UriMalformed {
  readonly kind: 'malformed';
  readonly variable: string;
  readonly reason: 'percent-encoding' | 'repeated';
}

export type UriMatch = UriMatched | UriMalformed;
