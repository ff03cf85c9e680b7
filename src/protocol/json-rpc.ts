import type { JsonObject } from './json.js';

/** A request id: a string or a safe integer. `1` and `"1"` are different ids. */
export type RequestId = string | number;

/** A request, with `params` already normalised to an object. */
export interface JsonRpcRequest {
  readonly jsonrpc: '2.0';
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonObject;
}

/**
 * A notification, with `params` already normalised to an object.
 *
 * @publicApi
 */
export interface JsonRpcNotification {
  readonly jsonrpc: '2.0';
  readonly method: string;
  readonly params: JsonObject;
}

/** The error member of an answer. */
export interface JsonRpcErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** A successful answer. */
export interface JsonRpcResult {
  readonly jsonrpc: '2.0';
  readonly id: RequestId;
  readonly result: JsonObject;
}

/** A failed answer. `id` is `null` when the id of the request could not be read. */
export interface JsonRpcError {
  readonly jsonrpc: '2.0';
  readonly id: RequestId | null;
  readonly error: JsonRpcErrorObject;
}

/**
 * Either answer to a request.
 *
 * @publicApi
 */
export type JsonRpcResponse = JsonRpcResult | JsonRpcError;

/** A request of the server to the client, up to 2025-11-25. Its ids are strings of our own making. */
export interface ServerRequest {
  readonly jsonrpc: '2.0';
  readonly id: string;
  readonly method: string;
  readonly params: JsonObject;
}

/** Anything a server writes to a client. */
export type OutgoingMessage = JsonRpcResponse | JsonRpcNotification | ServerRequest;

/** True for the values the specification allows as an id (any revision, Messages). */
export function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'string' || Number.isSafeInteger(value);
}
