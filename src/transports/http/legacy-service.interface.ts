import type { DecodedResponse } from '../../protocol/decode-message.js';
import type { JsonRpcNotification, JsonRpcRequest } from '../../protocol/json-rpc.js';
import type { HttpExchange } from './http-exchange.js';

/** Serves what clients of the handshake era POST, with sessions or without. */
export interface LegacyService {
  /** Whether there is a legacy era at all. */
  readonly isServed: boolean;

  /** `initialize` of a client that names no session. */
  handshake(request: JsonRpcRequest, exchange: HttpExchange): Promise<void>;

  /** Any other request. */
  serve(request: JsonRpcRequest, exchange: HttpExchange): void | Promise<void>;

  /** Several messages in one array (2025-03-26). */
  serveBatch(values: readonly unknown[], exchange: HttpExchange): void | Promise<void>;

  /** A notification. */
  receive(notification: JsonRpcNotification, exchange: HttpExchange): void | Promise<void>;

  /** An answer to a request of the server. */
  receiveResponse(response: DecodedResponse, exchange: HttpExchange): void | Promise<void>;
}
