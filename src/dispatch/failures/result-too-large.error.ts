/** What the application returned is larger than an answer may be. */
export class ResultTooLargeError extends Error {
  override readonly name = 'ResultTooLargeError';

  constructor(readonly limit: number) {
    super(`the result is larger than ${limit} bytes`);
  }

  /** What a client is told. */
  get payload() {
    return { error: 'result_too_large', limit: this.limit, retryable: false } as const;
  }
}

/** True when text is longer than `limit` as UTF-8, measured only where its length leaves a doubt. */
export function exceedsBytes(text: string, limit: number): boolean {
  if (text.length > limit) return true;
  return text.length * 3 > limit && Buffer.byteLength(text) > limit;
}
