import type { Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { ErrorCode } from '../../protocol/error-codes.js';
import { isJsonObject } from '../../protocol/json.js';
import { McpException } from '../../protocol/mcp.exception.js';
import { McpToolException } from '../../protocol/mcp-tool.exception.js';
import { McpClientRequestError } from '../input-requests/client-request.error.js';
import { FilterReply } from '../../registry/handlers/filter-reply.js';
import { toJsonForm } from '../../schema/to-json-form.js';

/** What may be told to a client about something that was thrown. */
export type Failure =
  /** A JSON-RPC error the author chose. */
  | { readonly kind: 'protocol'; readonly exception: McpException }
  /** Words meant for the client; `status` when it was an HTTP exception. */
  | { readonly kind: 'told'; readonly text: string; readonly status: number | undefined }
  /** Anything else: class name and a reference, under which the log has the rest. */
  | { readonly kind: 'masked'; readonly text: string };

/**
 * Decides what a client learns of a failure. Messages of unexpected errors may hold secrets, so they
 * go to the log only.
 */
export function describeFailure(thrown: unknown, place: string, logger: Logger): Failure {
  if (thrown instanceof McpException && (thrown.data === undefined || toJsonForm(thrown.data).ok)) {
    return { kind: 'protocol', exception: thrown };
  }
  if (thrown instanceof McpToolException || thrown instanceof McpClientRequestError) {
    return { kind: 'told', text: thrown.message, status: undefined };
  }
  if (thrown instanceof FilterReply && thrown.text !== undefined) {
    return { kind: 'told', text: thrown.text, status: undefined };
  }
  const status = httpStatus(thrown);
  if (status !== undefined && status < 500) {
    return { kind: 'told', text: httpMessage(thrown as HttpExceptionLike), status };
  }
  return mask(thrown instanceof FilterReply ? thrown.cause : thrown, place, logger);
}

/** The JSON-RPC error of a failure: `-32603`, unless the author chose one. */
export const toException = (failure: Failure): McpException =>
  failure.kind === 'protocol'
    ? failure.exception
    : new McpException(ErrorCode.InternalError, failure.text);

function mask(thrown: unknown, place: string, logger: Logger): Failure {
  const reference = randomUUID();
  const name = thrown instanceof Error ? thrown.constructor.name : typeof thrown;
  const detail = thrown instanceof Error ? (thrown.stack ?? thrown.message) : inspect(thrown);
  logger.error(`${place} failed (reference ${reference}): ${detail}`);
  return { kind: 'masked', text: `${name} (reference ${reference})` };
}

/** Nest's HttpException by shape, since an application may hold another copy of its class. */
interface HttpExceptionLike {
  readonly message: string;
  getStatus(): number;
  getResponse(): unknown;
}

function httpStatus(thrown: unknown): number | undefined {
  if (!(thrown instanceof Error) || !('getStatus' in thrown) || !('getResponse' in thrown)) {
    return undefined;
  }
  const status: unknown = (thrown as HttpExceptionLike).getStatus();
  return typeof status === 'number' ? status : undefined;
}

/** The message or messages of the response; `message` of a BadRequestException says only its class. */
function httpMessage(exception: HttpExceptionLike): string {
  const response = exception.getResponse();
  if (typeof response === 'string') return response;
  const message: unknown = isJsonObject(response) ? response.message : undefined;
  if (typeof message === 'string') return message;
  if (Array.isArray(message)) return message.map(String).join('\n');
  return exception.message;
}
