import type { Implementation } from '../../protocol/implementation.interface.js';
import type { JsonRpcErrorObject, RequestId } from '../../protocol/json-rpc.js';
import type { JsonObject } from '../../protocol/json.js';
import type { SessionEndReason } from '../../sessions/session-end.js';
import type { TransportName } from '../../protocol/transport-name.js';
import type { RequestOutcome } from './mcp-event.js';

/**
 * What is known of a request or notification when it begins. What clients can make up without end is
 * left out, but for `requestId`, `resourceUri`, `clientInfo`, `meta` and `arguments`.
 *
 * @publicApi
 */
export interface McpOperation {
  /** `undefined` for a method that does not exist. */
  readonly method: string | undefined;
  /** `undefined` for a notification. */
  readonly requestId: RequestId | undefined;
  /** The tool that is called, if there is one of this name. */
  readonly tool: string | undefined;
  /** The prompt that is rendered, if there is one of this name. */
  readonly prompt: string | undefined;
  /** What is read, subscribed to or unsubscribed from. */
  readonly resourceUri: string | undefined;
  /** `undefined` for a notification that belongs to no session. */
  readonly transport: TransportName | undefined;
  /** `undefined` before a handshake has agreed on one. */
  readonly protocolVersion: string | undefined;
  /** `undefined` where there is no session. */
  readonly sessionId: string | undefined;
  readonly principalKey: string | undefined;
  /** As the client says. */
  readonly clientInfo: Implementation | undefined;
  /** `_meta` as it came, where the client's trace context stands (2026-07-28, Basic). */
  readonly meta: JsonObject;
  /** What a tool is called with. It may be private. */
  readonly arguments: JsonObject | undefined;
}

/**
 * How a request or notification ended.
 *
 * @publicApi
 */
export interface McpOperationEnd {
  readonly outcome: RequestOutcome;
  /** Milliseconds with fractions, of a clock that never goes back. */
  readonly durationMs: number;
  /** What it was answered with, if that is an error. */
  readonly error: JsonRpcErrorObject | undefined;
  /** The result of a tool call as JSON text. It may be private. */
  readonly toolResult: string | undefined;
}

/**
 * Follows one request or notification.
 *
 * @publicApi
 */
export interface McpOperationTrace {
  /**
   * Calls `code` at once, which runs everything of the request, awaited code included. This is where a
   * context of an `AsyncLocalStorage` is entered.
   */
  run(code: () => void): void;

  /** Called once, after `run`. Code that a cancelled call left running may go on. */
  end(end: McpOperationEnd): void;
}

/**
 * A session as it begins: a conversation up to 2025-11-25 whose client has shaken hands.
 *
 * @publicApi
 */
export interface McpSessionStart {
  readonly sessionId: string;
  readonly transport: TransportName;
  readonly protocolVersion: string;
  readonly principalKey: string | undefined;
  /** As the client says. */
  readonly clientInfo: Implementation | undefined;
}

/**
 * Follows one session.
 *
 * @publicApi
 */
export interface McpSessionTrace {
  /** Called once. */
  end(end: { readonly reason: SessionEndReason; readonly durationMs: number }): void;
}

/**
 * Follows requests and sessions from their beginning to their one end, in the call stack of the request,
 * so that traces and metrics can be made of them. What it throws is logged, once, and changes nothing.
 *
 * @publicApi
 */
export interface McpInstrumentation {
  /** Called while the application starts; what it throws or rejects with stops the start. */
  start?(): void | Promise<void>;

  /** A request or notification begins. `undefined`: it is not followed. */
  begin(operation: McpOperation): McpOperationTrace | undefined;

  /** A session begins. */
  beginSession?(session: McpSessionStart): McpSessionTrace | undefined;
}
