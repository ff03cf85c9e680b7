import type {
  JsonRpcNotification,
  JsonRpcResponse,
  OutgoingMessage,
  ServerRequest,
} from '../protocol/json-rpc.js';
import type { JsonObject } from '../protocol/json.js';

/**
 * What came back for one message.
 *
 * @publicApi
 */
export interface TestExchange {
  /** The answer; `undefined` for a notification, or where there was none. */
  readonly response: JsonRpcResponse | undefined;
  /** Notifications that came before the answer. */
  readonly notifications: readonly JsonRpcNotification[];
  /** Status of the HTTP response; `undefined` in memory. */
  readonly status: number | undefined;
  /** Headers of the HTTP response, in lower case; none in memory. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body of an HTTP response that was not JSON-RPC. */
  readonly body: string | undefined;
}

/** A message that was sent, and what comes back as it comes. */
export interface OpenExchange {
  /** Resolves when it is answered, or over without an answer. */
  readonly done: Promise<TestExchange>;
  /** Ends it, as a client of 2026-07-28 does. */
  close(): Promise<void>;
}

/** How to send a message. */
export interface SendOptions {
  /** Extra headers of this message, over HTTP. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Called for everything that belongs to the message, as it comes. */
  readonly onMessage?: (message: OutgoingMessage) => void;
}

/** Takes what the server sends besides answers. */
export interface TestReceiver {
  /** Called for every notification as it comes, whatever it belongs to. */
  notification(notification: JsonRpcNotification): void;
  /** Answers a request. */
  request(request: ServerRequest): Promise<JsonRpcResponse>;
  /** Nothing comes any more but what belongs to a message. */
  quiet(): void;
}

/** One way to the server under test. */
export interface TestLink {
  /** For people: `in memory`, or `over HTTP at /mcp`. */
  readonly description: string;
  /** True while messages may come that belong to no message of the client (up to 2025-11-25). */
  readonly hearsMore: boolean;
  send(message: JsonObject, options?: SendOptions): OpenExchange;
  /**
   * Has the server send what belongs to no message.
   *
   * @returns what refused it; `undefined` when it does
   */
  hearMore(headers: Readonly<Record<string, string>>): Promise<TestExchange | undefined>;
  close(): Promise<void>;
}
