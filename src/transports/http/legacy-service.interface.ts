import type { DecodedResponse } from '../../protocol/decode-message.js';
import type { JsonRpcNotification, JsonRpcRequest } from '../../protocol/json-rpc.js';
import type { HttpExchange } from './http-exchange.js';

/** Serves the handshake era over HTTP, with sessions or without. */
export interface LegacyService {
  /** Whether there is a legacy era at all. */
  readonly isServed: boolean;

  /** Whether there is something to GET and to DELETE. */
  readonly hasSessions: boolean;

  /** `initialize` of a client that names no session. */
  handshake(request: JsonRpcRequest, exchange: HttpExchange): Promise<void>;

  serve(request: JsonRpcRequest, exchange: HttpExchange): Promise<void>;

  /** Several messages in one array (2025-03-26). */
  serveBatch(values: readonly unknown[], exchange: HttpExchange): Promise<void>;

  receive(notification: JsonRpcNotification, exchange: HttpExchange): void;

  receiveResponse(response: DecodedResponse, exchange: HttpExchange): void;

  /** GET. */
  openStream(exchange: HttpExchange): void;

  /** DELETE. */
  end(exchange: HttpExchange): void;
}
