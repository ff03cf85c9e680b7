import type { Exchange } from './test-link.interface.js';

/**
 * A request of a test was answered with an error, or not with JSON-RPC at all.
 *
 * @publicApi
 */
export class McpTestError extends Error {
  override readonly name = 'McpTestError';
  readonly code: number | undefined;
  readonly data: unknown;
  readonly status: number | undefined;

  constructor(method: string, { response, status, body }: Exchange) {
    const error = response && 'error' in response ? response.error : undefined;
    const http = status === undefined ? '' : ` (HTTP ${status})`;
    const what = error ? `${error.code} ${error.message}` : (body ?? 'no answer');
    super(`${method} failed${http}: ${what}`);
    this.code = error?.code;
    this.data = error?.data;
    this.status = status;
  }
}
