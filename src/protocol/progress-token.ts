/** Bytes of UTF-8; a token is repeated in every notification of progress. */
export const MAX_PROGRESS_TOKEN_BYTES = 256;

/**
 * What a client names a request by, to be told its progress.
 *
 * @publicApi
 */
export type ProgressToken = string | number;

/**
 * True for a string or an integer (every revision, Progress). An integer must be safe, since another
 * could not be given back as it came.
 */
export function isProgressToken(value: unknown): value is ProgressToken {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

/** The same, of a length that may be repeated. */
export function isBoundedProgressToken(value: unknown): value is ProgressToken {
  if (typeof value !== 'string') return isProgressToken(value);
  return (
    value.length <= MAX_PROGRESS_TOKEN_BYTES && Buffer.byteLength(value) <= MAX_PROGRESS_TOKEN_BYTES
  );
}
