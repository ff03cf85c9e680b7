/** What an error of a test client knows besides its words. */
export interface McpTestErrorDetails {
  readonly code?: number | undefined;
  readonly data?: unknown;
  readonly status?: number | undefined;
  readonly cause?: unknown;
}

/**
 * What a test asked of the server did not come: a request was answered with an error or not with
 * JSON-RPC at all, or what was waited for cannot come any more. The message tells what was known.
 *
 * @publicApi
 */
export class McpTestError extends Error {
  override readonly name = 'McpTestError';
  /** Of the JSON-RPC error, where there was one. */
  readonly code: number | undefined;
  /** Of the JSON-RPC error. */
  readonly data: unknown;
  /** Of the HTTP response. */
  readonly status: number | undefined;

  /** @internal made by the client */
  constructor(message: string, { code, data, status, cause }: McpTestErrorDetails = {}) {
    super(message, cause === undefined ? {} : { cause });
    this.code = code;
    this.data = data;
    this.status = status;
  }
}
