/**
 * Numbers that tell how busy a dispatcher is. All are zero at rest but `capabilities`.
 *
 * @publicApi
 */
export interface DispatcherSnapshot {
  /** Requests without an answer. */
  readonly pending: number;
  /** Callbacks that run in a slot. */
  readonly inFlight: number;
  /** Callbacks given up that have not ended. */
  readonly abandoned: number;
  /** Calls that wait for a person. */
  readonly parked: number;
  /** Direct connections that are listened to; sessions over HTTP are counted by `McpSessions`. */
  readonly connections: number;
  /** Direct connections whose capabilities are remembered. */
  readonly capabilities: number;
  /** Open `subscriptions/listen` requests (2026-07-28), which are pending too. */
  readonly listens: number;
  /** Tasks that run in this process; they hold no slot of `inFlight`. */
  readonly tasks: number;
  /** Resources that connections and listens are subscribed to. */
  readonly subscriptions: number;
}
