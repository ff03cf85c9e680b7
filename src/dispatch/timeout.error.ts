/** A direct caller waited longer than it said it would. */
export class McpTimeoutError extends Error {
  override readonly name = 'McpTimeoutError';

  constructor(readonly timeoutMs: number) {
    super(`no answer within ${timeoutMs} ms`);
  }
}
