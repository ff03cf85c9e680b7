/** A callback took longer than it may. Also the reason on its `AbortSignal`. */
export class CallbackTimeoutError extends Error {
  override readonly name = 'CallbackTimeoutError';

  constructor(readonly timeoutMs: number) {
    super(`the callback took longer than ${timeoutMs} ms`);
  }

  /** What a client is told. */
  get payload() {
    return { error: 'callback_timeout', timeoutMs: this.timeoutMs, retryable: false } as const;
  }
}
