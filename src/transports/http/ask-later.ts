import type { JsonRpcErrorObject, RequestId } from '../../protocol/json-rpc.js';
import type { HttpExchange } from './http-exchange.js';

/** When a client that must come back may do so, where nothing says how long it takes. */
export const RETRY_MS = 1_000;

/** 503 with the time after which the client may try again. */
export function askLater(
  { responder }: HttpExchange,
  error: JsonRpcErrorObject,
  afterMs: number,
  id: RequestId | null,
): void {
  responder.setHeaders({ 'retry-after': String(Math.ceil(afterMs / 1_000)) });
  responder.refuse(503, error, id);
}
