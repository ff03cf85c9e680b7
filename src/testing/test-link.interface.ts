import type {
  JsonRpcNotification,
  JsonRpcResponse,
  OutgoingMessage,
  ServerRequest,
} from '../protocol/json-rpc.js';
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

/** A request whose messages are wanted as they come. */
export interface OpenExchange {
  /** Resolves when it is answered, or over without an answer. */
  readonly done: Promise<Exchange>;
  /** Ends it, as a client does. */
  close(): Promise<void>;
}

/** Takes what the server sends besides answers. */
export interface TestReceiver {
  /** Called for every notification as it comes, whatever it belongs to. */
  notification(notification: JsonRpcNotification): void;
  /** Answers a request. */
  request(request: ServerRequest): Promise<JsonRpcResponse>;
}

/** One way to the server under test. */
export interface TestLink {
  /** @param headers extra headers of this message, over HTTP */
  send(message: JsonObject, headers?: Readonly<Record<string, string>>): Promise<Exchange>;
  /** Sends a request that is answered when the client has heard enough. */
  open(
    message: JsonObject,
    onMessage: (message: OutgoingMessage) => void,
    headers?: Readonly<Record<string, string>>,
  ): OpenExchange;
  close(): Promise<void>;
}
