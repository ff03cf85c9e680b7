import type { JsonRpcNotification, ServerRequest } from '../protocol/json-rpc.js';

/** The way back to the client of one request, besides its answer. */
export interface Outlet {
  /** True while something that is sent can reach the client. */
  readonly isOpen: boolean;

  /** Hands a message to the transport; resolves when more may be sent. */
  send(message: JsonRpcNotification | ServerRequest): void | Promise<void>;

  /**
   * Ends the connection, but not the stream: the client comes back for the rest after so many
   * milliseconds. Absent, or does nothing, where clients cannot come back.
   */
  closeStream?(retryMs: number): void;
}
