import { ErrorCode } from './error-codes.js';
import type {
  JsonRpcErrorObject,
  JsonRpcNotification,
  JsonRpcRequest,
  RequestId,
} from './json-rpc.js';
import { isRequestId } from './json-rpc.js';
import type { JsonObject } from './json.js';
import { isJsonObject } from './json.js';

/** A client's answer to a request of the server. */
export interface DecodedResponse {
  readonly kind: 'response';
  readonly id: RequestId;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** What one parsed JSON value turned out to be. */
export type DecodedMessage =
  | { readonly kind: 'request'; readonly request: JsonRpcRequest }
  | { readonly kind: 'notification'; readonly notification: JsonRpcNotification }
  | DecodedResponse
  /** Refused; `id` is `null` when it could not be read. */
  | { readonly kind: 'invalid'; readonly id: RequestId | null; readonly error: JsonRpcErrorObject }
  /** Nothing that may be answered. */
  | { readonly kind: 'ignored' };

const IGNORED: DecodedMessage = { kind: 'ignored' };

/**
 * Sorts one parsed value into request, notification or response and checks its envelope. Shape of
 * `params` is judged before the method, and nothing without an id is ever answered (JSON-RPC 2.0,
 * section 4; every revision, Messages).
 */
export function decodeMessage(value: unknown): DecodedMessage {
  if (!isPlainObject(value)) return invalid(null, 'Not a JSON-RPC message');
  if (value.jsonrpc !== undefined && value.jsonrpc !== '2.0') {
    return refuse(value, 'jsonrpc must be "2.0"');
  }
  if (value.method === undefined) return decodeWithoutMethod(value);
  return value.id === undefined ? decodeNotification(value) : decodeRequest(value);
}

function decodeRequest(value: JsonObject): DecodedMessage {
  const { id, method } = value;
  if (!isRequestId(id)) return invalid(null, 'id must be a string or an integer');
  const params = value.params ?? {};
  if (!isJsonObject(params)) {
    return invalid(id, 'params must be an object', ErrorCode.InvalidParams);
  }
  if (typeof method !== 'string') return invalid(id, 'method must be a string');
  return { kind: 'request', request: { jsonrpc: '2.0', id, method, params } };
}

function decodeNotification(value: JsonObject): DecodedMessage {
  const params = value.params ?? {};
  if (typeof value.method !== 'string' || !isJsonObject(params)) return IGNORED;
  return {
    kind: 'notification',
    notification: { jsonrpc: '2.0', method: value.method, params },
  };
}

function decodeWithoutMethod(value: JsonObject): DecodedMessage {
  const { id, result, error } = value;
  if (id === undefined) return IGNORED;
  if (result !== undefined || error !== undefined) {
    // A stray answer is never answered: two strict peers would loop.
    return isRequestId(id) ? { kind: 'response', id, result, error } : IGNORED;
  }
  return refuse(value, 'Missing method');
}

/** Notifications and answers may be malformed too, and are not answered then either. */
function refuse({ id, method, result, error }: JsonObject, message: string): DecodedMessage {
  const isAnswer = method === undefined && (result !== undefined || error !== undefined);
  if (id === undefined || isAnswer) return IGNORED;
  return invalid(isRequestId(id) ? id : null, message);
}

function invalid(
  id: RequestId | null,
  message: string,
  code: number = ErrorCode.InvalidRequest,
): DecodedMessage {
  return { kind: 'invalid', id, error: { code, message } };
}

function isPlainObject(value: unknown): value is JsonObject {
  if (!isJsonObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || isForeignPlain(prototype);
}

/** Objects of another realm (a jest sandbox, a vm context) are plain too. */
function isForeignPlain(prototype: unknown): boolean {
  return (
    typeof prototype === 'object' && prototype !== null && Object.getPrototypeOf(prototype) === null
  );
}
