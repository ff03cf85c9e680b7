import { ErrorCode } from './error-codes.js';
import { McpException } from './mcp.exception.js';

/** `-32600`: not a message this revision allows. */
export const invalidRequest = (message: string): McpException =>
  new McpException(ErrorCode.InvalidRequest, message);

/** `-32601`: the method does not exist here. */
export const methodNotFound = (method: string): McpException =>
  new McpException(ErrorCode.MethodNotFound, `Unknown method: ${method}`);

/** `-32602`: the params do not fit the method. */
export const invalidParams = (message: string, data?: unknown): McpException =>
  new McpException(ErrorCode.InvalidParams, message, data);

/** `-32022`: a protocol version that is not served; names the ones that are, newest first. */
export const unsupportedVersion = (supported: readonly string[], requested: string): McpException =>
  new McpException(
    ErrorCode.UnsupportedProtocolVersion,
    `Unsupported protocol version: ${requested}`,
    { supported, requested },
  );

/** `-32020`: a header is missing, malformed, or contradicts the body. */
export const headerMismatch = (message: string): McpException =>
  new McpException(ErrorCode.HeaderMismatch, message);

/** `-32603`: nothing new is taken on. */
export const serverStopping = (): McpException =>
  new McpException(ErrorCode.InternalError, 'The server is stopping');

/** `-32603`: the application ended the session; says why. */
export const sessionEnded = (reason: string): McpException =>
  new McpException(ErrorCode.InternalError, reason);
