/**
 * A direct caller waited longer than it said it would.
 *
 * @publicApi
 */
export class McpTimeoutError extends Error {
  override readonly name = 'McpTimeoutError';

  constructor(readonly timeoutMs: number) {
    super(`no answer within ${timeoutMs} ms`);
  }
}
