/**
 * Why a session is over.
 *
 * - `deleted`: the client ended it with DELETE
 * - `expired`: nothing came for as long as `limits.sessionIdleMs`
 * - `disconnected`: the client is gone (stdio, HTTP+SSE, direct connections)
 * - `stopped`: the application ended it with `stop()`
 * - `failed`: a hook of the session threw, or took too long to let it begin
 * - `shutdown`: the server stops
 * - `completed`: a request of 2026-07-28, which is a session of its own, was answered
 * - `cancelled`: such a request was called off
 *
 * @publicApi
 */
export type SessionEndReason =
  | 'deleted'
  | 'expired'
  | 'disconnected'
  | 'stopped'
  | 'failed'
  | 'shutdown'
  | 'completed'
  | 'cancelled';

/** How a session is over. */
export interface SessionEnd {
  readonly reason: SessionEndReason;
  /** In words. */
  readonly detail: string;
}
