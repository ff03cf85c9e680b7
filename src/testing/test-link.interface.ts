import type { JsonRpcNotification, JsonRpcResponse } from '../protocol/json-rpc.js';
import type { JsonObject } from '../protocol/json.js';

/** What came back for one message. */
export interface Exchange {
  /** The answer; `undefined` for a notification, or where there was none. */
  readonly response: JsonRpcResponse | undefined;
  /** Notifications that came before the answer. */
  readonly notifications: readonly JsonRpcNotification[];
  /** Status of the HTTP response; `undefined` in memory. */
  readonly status: number | undefined;
  /** Body of an HTTP response that was not JSON-RPC. */
  readonly body: string | undefined;
}

/** One way to the server under test. */
export interface TestLink {
  /** @param headers extra headers of this message, over HTTP */
  send(message: JsonObject, headers?: Readonly<Record<string, string>>): Promise<Exchange>;
  close(): Promise<void>;
}
