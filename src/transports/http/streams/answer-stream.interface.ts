import type { EventStream } from './event-stream.js';
import type { JsonRpcNotification, ServerRequest } from '../../../protocol/json-rpc.js';

/** The stream of one request: what comes before its answer, and the answer. */
export interface AnswerStream {
  /** True while something that is sent can reach the client, now or when it comes back. */
  readonly isOpen: boolean;

  /** Resolves, if anything, when more may be sent. */
  send(message: JsonRpcNotification | ServerRequest): void | Promise<void>;

  /** Sends an answer as JSON text; others may follow. */
  give(json: string): void;

  /** Sends the one answer as JSON text, and ends. */
  answer(json: string): void;

  /** Ends after everything that was sent. */
  end(): void;

  /** Ends at once, without an answer. */
  cut(): void;

  /** Ends the connection only: the client is to come back after so many milliseconds. */
  suspend?(retryMs: number): void;
}

/** Where the stream of a request comes from once its response becomes one. */
export interface AnswerStreamSource {
  /** The session, if there is one. */
  readonly connectionId: string | undefined;

  /** Whether there may be another stream. */
  readonly hasRoom: boolean;

  /** Whether clients come back to a stream that was suspended. */
  readonly canSuspend: boolean;

  open(connection: EventStream): AnswerStream;

  /**
   * Sends a notification to a client whose request takes no stream, if the client has another one.
   * Resolves, if anything, when more may be sent.
   */
  sendBeside?(notification: JsonRpcNotification): void | Promise<void>;
}
