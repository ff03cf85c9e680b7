import type { JsonRpcErrorObject, JsonRpcResponse, RequestId } from '../protocol/json-rpc.js';
import type { JsonObject } from '../protocol/json.js';
import { NO_REPLY } from './hooks/no-reply.js';
import { PreparedResult } from './prepared-result.js';

/** The one answer to a request, before a transport writes it. */
export type Answer =
  | { readonly id: RequestId; readonly result: JsonObject | PreparedResult }
  | { readonly id: RequestId | null; readonly error: JsonRpcErrorObject };

/**
 * What becomes of a request: its answer; `null` when it was called off, so that nobody waits; or
 * {@link NO_REPLY} when the application answers it with nothing.
 */
export type Settlement = Answer | typeof NO_REPLY | null;

/** True for an answer that is to be sent. */
export const isAnswer = (settlement: Settlement): settlement is Answer =>
  settlement !== null && settlement !== NO_REPLY;

/** An answer as JSON text. An id that could not be read is `null`, or left out where `omitNullId`. */
export function encodeAnswer(answer: Answer, omitNullId = false): string {
  if ('result' in answer && answer.result instanceof PreparedResult) {
    return `{"jsonrpc":"2.0","id":${JSON.stringify(answer.id)},"result":${answer.result.json}}`;
  }
  if (omitNullId && answer.id === null) {
    const { id: _unreadable, ...rest } = answer;
    return JSON.stringify({ jsonrpc: '2.0', ...rest });
  }
  return JSON.stringify({ jsonrpc: '2.0', ...answer });
}

/** An answer as an object, for callers in this process. */
export function answerToMessage(answer: Answer): JsonRpcResponse {
  if (!('result' in answer)) return { jsonrpc: '2.0', ...answer };
  const { id, result } = answer;
  return {
    jsonrpc: '2.0',
    id,
    result: result instanceof PreparedResult ? (JSON.parse(result.json) as JsonObject) : result,
  };
}
