import { checkApplicationCode } from './application-codes.js';
import type { JsonRpcErrorObject } from './json-rpc.js';

/**
 * Thrown by a handler to answer with a JSON-RPC error of exactly this code, message and data. The
 * message reaches the client, so it must not carry secrets.
 *
 * Codes of an application should lie outside `-32768..-32000`, and must lie outside `-32099..-32000`, but
 * for the three that the specification defines there, each with its `data` (2026-07-28, Error Codes).
 *
 * @throws RangeError for such a code or one that is no integer, TypeError for one without its `data`
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
    checkApplicationCode(code, data);
  }

  /** The `error` member of the answer; `data` only when there is some. */
  toErrorObject(): JsonRpcErrorObject {
    return this.data === undefined
      ? { code: this.code, message: this.message }
      : { code: this.code, message: this.message, data: this.data };
  }
}
