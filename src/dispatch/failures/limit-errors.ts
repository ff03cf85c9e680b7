import type { McpException } from '../../protocol/mcp.exception.js';
import { OwnCodeException } from '../../protocol/own-code.exception.js';
import type { Revision } from '../../protocol/revisions/revision.interface.js';
import type { BusyError } from '../slots/busy.error.js';
import type { CallbackTimeoutError } from '../slots/callback-timeout.error.js';
import type { ResultTooLargeError } from './result-too-large.error.js';

/** `server_busy` of any method but a tool call. */
export const busyError = ({ payload }: BusyError, { codes }: Revision): McpException =>
  new OwnCodeException(codes.overloaded, payload.error, payload);

/** `callback_timeout` of any method but a tool call. */
export const timeoutError = (
  { payload }: CallbackTimeoutError,
  { codes }: Revision,
): McpException => new OwnCodeException(codes.overloaded, payload.error, payload);

/** `result_too_large` of any method but a tool call. */
export const tooLargeError = (
  { payload }: ResultTooLargeError,
  { codes }: Revision,
): McpException => new OwnCodeException(codes.overloaded, payload.error, payload);
