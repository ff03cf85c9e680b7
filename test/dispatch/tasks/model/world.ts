import type { Finish } from '../../../support/steered-tool.js';

/** Everything of the model happens on this grid, but for the ends of questions that nobody answers. */
export const UNIT_MS = 1_000;

/** Longer than anything is kept. */
export const FOREVER_MS = 200 * UNIT_MS;

/** So small that random sequences meet every bound. */
export const LIMITS = {
  maxTasks: 5,
  maxTasksPerOwner: 3,
  maxRunningTasks: 4,
  maxRunningTasksPerOwner: 2,
  taskTtlMs: 10 * UNIT_MS,
  maxTaskTtlMs: 20 * UNIT_MS,
  taskPollIntervalMs: 100,
  maxInFlight: 1_000,
  maxInFlightPerConnection: 1_000,
  maxAbandoned: 1_000,
  maxParkedElicitations: 1_000,
  maxParkedElicitationsTotal: 1_000,
  maxListens: 1_000,
  maxListensPerPrincipal: 1_000,
  callbackTimeoutMs: 1_000_000,
} as const;

/** How long the server waits for its tasks when it stops. */
export const GRACE_MS = 50;

/** Somebody who sends messages. */
export interface Actor {
  readonly name: string;
  readonly era: 'core' | 'extension';
  readonly principalKey: string | undefined;
}

/** Sessions and a client without one share a principal; the last of each era have none. */
export const SESSIONS: readonly Actor[] = [
  { name: 's', era: 'core', principalKey: 'alice' },
  { name: 't', era: 'core', principalKey: 'alice' },
  { name: 'u', era: 'core', principalKey: 'bob' },
  { name: 'v', era: 'core', principalKey: undefined },
];
export const MODERN: readonly Actor[] = [
  { name: 'm', era: 'extension', principalKey: 'alice' },
  { name: 'n', era: 'extension', principalKey: 'bob' },
  { name: 'o', era: 'extension', principalKey: undefined },
];
export const ACTORS: readonly Actor[] = [...SESSIONS, ...MODERN];

/** Keys of questions: one of them looks like the second time of another. */
export const KEYS = ['a', 'b', 'a#2', undefined] as const;

/** What a client fills in. */
export type Reply = 'accept' | 'decline' | 'invalid' | 'error';

/** One step. Targets are numbers, wrapped around the targets there are when it is taken. */
export type Operation =
  | {
      readonly type: 'create';
      readonly actor: number;
      /** In units, of sessions. */
      readonly ttl: number | undefined;
      readonly isDeaf: boolean;
      readonly tool: 'work' | 'later';
    }
  | { readonly type: 'ask'; readonly nth: number; readonly key: number; readonly isTimed: boolean }
  | { readonly type: 'tell'; readonly nth: number }
  | { readonly type: 'finish'; readonly nth: number; readonly how: Finish }
  | {
      readonly type: 'update';
      readonly actor: number | 'owner';
      readonly nth: number;
      readonly which: 'one' | 'all' | 'unknown' | 'used';
      readonly how: Exclude<Reply, 'error'>;
    }
  | { readonly type: 'wait'; readonly actor: number | 'owner'; readonly nth: number }
  | { readonly type: 'leave'; readonly nth: number }
  | { readonly type: 'reply'; readonly nth: number; readonly how: Reply }
  | { readonly type: 'cancel'; readonly actor: number | 'owner'; readonly nth: number }
  | { readonly type: 'callOff'; readonly nth: number }
  | { readonly type: 'endSession'; readonly session: number }
  | { readonly type: 'tick'; readonly units: number };

export interface Sequence {
  readonly onSessionEnd: 'cancel' | 'keep';
  readonly ending: 'finish' | 'drain';
  readonly operations: readonly Operation[];
}
