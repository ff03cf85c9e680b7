import type { Implementation } from '../../protocol/implementation.interface.js';
import type { JsonObject } from '../../protocol/json.js';
import type { TransportName } from '../../protocol/transport-name.js';
import type { SessionEndReason } from '../../sessions/session-end.js';
import type { TaskStatus } from '../../tasks/stored-task.interface.js';
import type { BusyScope } from '../slots/busy.error.js';

/**
 * What every event about a call says.
 *
 * @publicApi
 */
export interface CallFacts {
  readonly method: string;
  /** The tool or prompt, if the method has one. */
  readonly name: string | undefined;
  readonly transport: TransportName;
  readonly connectionId: string | undefined;
  readonly principalKey: string | undefined;
  /** The client's place in a distributed trace (W3C Trace Context), if it named one. */
  readonly traceparent?: string;
}

/** Why a callback was given up before it ended. */
export type GivenUp = 'timeout' | 'cancelled';

/** What became of a callback; one that `asked` ended with questions to its client (2026-07-28). */
export type CallbackOutcome = 'returned' | 'asked' | 'threw' | GivenUp;

/** How a parked call ended; `answered` is a question of a handler, the first two an approval. */
export type ParkedEnd =
  'approved' | 'refused' | 'answered' | 'failed' | 'timeout' | 'evicted' | 'dropped';

/**
 * What became of a request; `tool_error` is a result with `isError`. There is no answer where it was
 * `cancelled`, and where the application wanted none (`no_reply`).
 */
export type RequestOutcome = 'result' | 'tool_error' | 'error' | 'cancelled' | 'no_reply';

/**
 * One of what a conversation up to 2025-11-25 is: a session over HTTP, or the process on stdio.
 *
 * @publicApi
 */
export interface SessionFacts {
  readonly transport: TransportName;
  readonly connectionId: string;
  readonly principalKey: string | undefined;
}

/**
 * A way to a client.
 *
 * @publicApi
 */
export interface LinkFacts {
  readonly transport: TransportName;
  readonly connectionId: string | undefined;
}

/** How long something took: milliseconds with fractions, of a clock that never goes back. */
export interface Timed {
  readonly durationMs: number;
}

/**
 * Something the server did.
 *
 * @publicApi
 */
export type McpEvent =
  /** A request came; one `request_ended` follows. */
  | ({
      readonly type: 'request_received';
      /** Absent before a handshake has agreed on one. */
      readonly protocolVersion: string | undefined;
      /** As the client says; absent where it says nothing. */
      readonly clientInfo: Implementation | undefined;
    } & CallFacts)
  /** It was answered, or called off. */
  | ({
      readonly type: 'request_ended';
      readonly outcome: RequestOutcome;
      /** Of the JSON-RPC error it was answered with. */
      readonly code?: number;
      /** What a tool call was answered with, with the option `auditResults` only. */
      readonly result?: JsonObject;
    } & Timed &
      CallFacts)
  /** A client said something it wants no answer to. */
  | {
      readonly type: 'notification_received';
      readonly method: string;
      readonly connectionId: string | undefined;
    }
  /** A client shook hands (up to 2025-11-25); one `session_ended` follows. */
  | ({
      readonly type: 'session_begun';
      readonly protocolVersion: string;
      readonly clientInfo: Implementation | undefined;
    } & SessionFacts)
  /** Its conversation is over. */
  | ({ readonly type: 'session_ended'; readonly reason: SessionEndReason } & Timed & SessionFacts)
  /** A client can be reached by stdio, in memory, or over HTTP+SSE; one `disconnected` follows. */
  | ({ readonly type: 'connected' } & LinkFacts)
  | ({ readonly type: 'disconnected' } & Timed & LinkFacts)
  /** A response became an event stream; one `stream_closed` follows. */
  | ({ readonly type: 'stream_opened' } & LinkFacts)
  | ({ readonly type: 'stream_closed' } & Timed & LinkFacts)
  /** A transport refused a message before it became a call. */
  | {
      readonly type: 'refused';
      readonly transport: TransportName;
      /** Of the JSON-RPC error. */
      readonly code: number;
      /** Of HTTP. */
      readonly status: number | undefined;
    }
  /** A store of the application threw, rejected or took too long. */
  | {
      readonly type: 'store_failed';
      /** The option that gave it. */
      readonly store: string;
      readonly operation: string;
      /** The session it was about, where it was about one. */
      readonly connectionId?: string;
    }
  /** Code of the application failed that serves no request, such as a hook or a listener. */
  | { readonly type: 'callback_failed'; readonly place: string }
  /** A callback took a slot. */
  | ({ readonly type: 'started' } & CallFacts)
  /** A callback ended or was given up; one `finished` follows each `started`. */
  | ({ readonly type: 'finished'; readonly outcome: CallbackOutcome } & Timed & CallFacts)
  /** A callback was given up before it ended. */
  | ({ readonly type: 'abandoned'; readonly reason: GivenUp } & CallFacts)
  /** A callback that had been given up ended after all. */
  | ({ readonly type: 'ended_late' } & Timed & CallFacts)
  /** A bound was met. */
  | ({ readonly type: 'busy'; readonly scope: BusyScope; readonly limit: number } & CallFacts)
  /** A policy decided about a call or read. */
  | ({
      readonly type: 'decided';
      readonly seam: 'tool' | 'read';
      readonly decision: 'allow' | 'ask' | 'deny';
      /** Arguments of a tool call as sent, with the option `auditArguments` only. */
      readonly arguments?: JsonObject;
    } & CallFacts)
  /** A call started to wait for an answer of its client. */
  | ({ readonly type: 'parked' } & CallFacts)
  /** It stopped waiting. */
  | ({ readonly type: 'settled'; readonly end: ParkedEnd } & Timed & CallFacts)
  /** A call was called off. */
  | ({ readonly type: 'cancelled' } & CallFacts)
  /** A request was answered with a JSON-RPC error. */
  | ({ readonly type: 'rejected'; readonly code: number } & CallFacts)
  /** A notification was dropped, since the client does not read what it is sent. */
  | {
      readonly type: 'message_dropped';
      /** `report` for progress and log messages, `change` for all others. */
      readonly weight: 'report' | 'change';
      readonly transport: TransportName;
      readonly connectionId: string | undefined;
    }
  /** A call goes on as a task; one `task_ended` follows, unless the task is forgotten before. */
  | ({ readonly type: 'task_created'; readonly taskId: string } & CallFacts)
  /** A task that ran here has ended. */
  | ({
      readonly type: 'task_ended';
      readonly taskId: string;
      readonly status: TaskStatus;
    } & Timed &
      CallFacts)
  /** A client began to listen for changes (2026-07-28). */
  | ({ readonly type: 'listen_opened' } & CallFacts)
  /** It stopped, or the server did. */
  | ({ readonly type: 'listen_closed'; readonly by: 'client' | 'server' } & Timed & CallFacts)
  /** A direct connection ended. */
  | { readonly type: 'dropped'; readonly connectionId: string }
  /** A connection's capabilities were forgotten to make room. */
  | { readonly type: 'client_capabilities_evicted'; readonly connectionId: string };
