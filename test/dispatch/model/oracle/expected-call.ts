import type { CallRecord } from '../world.js';
import type { ExpectedConnection } from './expected-connections.js';
import type { ExpectedTimer } from './expected-timers.js';

/** A callback that should be running, or was given up and has not ended. */
export interface ExpectedSlot {
  readonly key: string | undefined;
  kind: 'policy' | 'tool';
  readonly timer: ExpectedTimer;
  isAbandoned: boolean;
}

/** One call as it should be. */
export interface ExpectedCall {
  readonly call: CallRecord;
  /** Whose share it counts against. */
  readonly key: string | undefined;
  readonly connection: ExpectedConnection | undefined;
  /** Which session of its client it belongs to. */
  readonly sessionEpoch: number;
  slot: ExpectedSlot | undefined;
  isAnswered: boolean;
  wasAsked: boolean;
  /** Waits for a person since it had this place in the line. */
  parked: { readonly order: number; readonly timer: ExpectedTimer } | undefined;
  /** Of a direct caller who waits only so long. */
  callerTimer: ExpectedTimer | undefined;
  /** The direct caller has been told `null`: the answer is pushed. */
  isPushed: boolean;
  /** Which registration of its tool it was opened with. */
  generation: number | undefined;
}

/** The keys of `fairness`: a principal, else a connection, else nobody. */
export function keyOf({ actor, isModern }: CallRecord): string | undefined {
  if (actor.principalKey !== undefined) return `principal ${actor.principalKey}`;
  return actor.kind === 'direct' && !isModern ? `connection ${actor.name}` : undefined;
}
