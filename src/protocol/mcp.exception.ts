import type { JsonRpcErrorObject } from './json-rpc.js';

/**
 * Thrown by a handler to answer with a JSON-RPC error of exactly this code, message and data. The
 * message reaches the client, so it must not carry secrets. Application codes should lie outside
 * `-32768..-32000` (2026-07-28, Error Codes).
 *
 * @publicApi
 */
export class McpException extends Error {
  override readonly name: string = 'McpException';

  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }

  /** The `error` member of the answer; `data` only when there is some. */
  toErrorObject(): JsonRpcErrorObject {
    return this.data === undefined
      ? { code: this.code, message: this.message }
      : { code: this.code, message: this.message, data: this.data };
  }
}
