import type { JsonObject } from '../../protocol/json.js';
import type { TransportName } from '../../protocol/transport-name.js';
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
 * Something the dispatcher did.
 *
 * @publicApi
 */
export type McpEvent =
  /** A callback took a slot. */
  | ({ readonly type: 'started' } & CallFacts)
  /** A callback ended or was given up; one `finished` follows each `started`. */
  | ({ readonly type: 'finished'; readonly outcome: CallbackOutcome } & CallFacts)
  /** A callback was given up before it ended. */
  | ({ readonly type: 'abandoned'; readonly reason: GivenUp } & CallFacts)
  /** A callback that had been given up ended after all. */
  | ({ readonly type: 'ended_late' } & CallFacts)
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
  | ({ readonly type: 'settled'; readonly end: ParkedEnd } & CallFacts)
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
  /** A client began to listen for changes (2026-07-28). */
  | ({ readonly type: 'listen_opened' } & CallFacts)
  /** It stopped, or the server did. */
  | ({ readonly type: 'listen_closed'; readonly by: 'client' | 'server' } & CallFacts)
  /** A direct connection ended. */
  | { readonly type: 'dropped'; readonly connectionId: string }
  /** A connection's capabilities were forgotten to make room. */
  | { readonly type: 'client_capabilities_evicted'; readonly connectionId: string };
