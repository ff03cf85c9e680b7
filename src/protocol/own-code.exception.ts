import { ErrorCode } from './error-codes.js';
import { McpException } from './mcp.exception.js';

/**
 * An error of this package itself, whose code may be one that applications may not use: up to 2025-11-25
 * some of ours lie where 2026-07-28 wants nothing new.
 *
 * @internal
 */
export class OwnCodeException extends McpException {
  override readonly code: number;

  constructor(code: number, message: string, data?: unknown) {
    super(ErrorCode.InternalError, message, data);
    this.code = code;
  }
}
