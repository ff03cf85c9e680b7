import type { JsonRpcNotification } from '../protocol/json-rpc.js';

/** Where the notifications of one request go until it is answered. */
export interface Outlet {
  /** Hands a notification to the transport; resolves when more may be sent. */
  send(notification: JsonRpcNotification): void | Promise<void>;
}
