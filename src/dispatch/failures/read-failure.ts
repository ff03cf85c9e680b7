import { ErrorCode } from '../../protocol/error-codes.js';
import { isJsonObject } from '../../protocol/json.js';
import { McpException } from '../../protocol/mcp.exception.js';
import { OwnCodeException } from '../../protocol/own-code.exception.js';
import { invalidParams } from '../../protocol/protocol-errors.js';
import type { Revision } from '../../protocol/revisions/revision.interface.js';
import type { ActiveCall } from '../active-call.js';
import type { Failure } from './failure.js';
import { toException } from './failure.js';

/** `resources/read` of a URI nothing serves (A to D `-32002`; 2026-07-28 `-32602`). */
export const resourceNotFound = (uri: string, revision: Revision): McpException =>
  new OwnCodeException(revision.codes.unknownResource, `Resource not found: ${uri}`, { uri });

/**
 * True for an error that says that this resource does not exist, whoever threw it. `-32602` says more
 * than that, so in 2026-07-28 it must name the URI.
 */
export function isResourceNotFound(thrown: unknown, uri: string): thrown is McpException {
  if (!(thrown instanceof McpException)) return false;
  const { code, data } = thrown;
  if (code === ErrorCode.ResourceNotFound) return true;
  return code === ErrorCode.InvalidParams && isJsonObject(data) && data.uri === uri;
}

/** A read that was refused. The code cannot be taken for a transient fault, or clients would retry. */
export const readDenied = (method: string, detail: string, revision: Revision): McpException =>
  new OwnCodeException(revision.codes.readDenied, `authorization_required: ${method}`, {
    error: 'authorization_required',
    method,
    detail,
  });

/**
 * What a failure in a resource or prompt becomes. HTTP exceptions keep their meaning: 404 is
 * not-found, 400 and 422 bad params, 401 and 403 a refusal.
 */
export function readFailure(
  failure: Failure,
  call: ActiveCall,
  notFound: () => McpException,
): McpException {
  if (failure.kind !== 'told') return toException(failure);
  const { status, text } = failure;
  if (status === 404) return notFound();
  if (status === 400 || status === 422) return invalidParams(text);
  if (status === 401 || status === 403) return readDenied(call.method, text, call.context.revision);
  return toException(failure);
}
