import type { DispatchLimits } from '../../../src/dispatch/create-dispatcher.js';

/** So small that random sequences meet every bound. */
export const LIMITS: DispatchLimits = {
  maxResultBytes: 1_000_000,
  maxInFlight: 3,
  maxInFlightPerConnection: 2,
  maxAbandoned: 2,
  callbackTimeoutMs: 1_000,
  elicitationTimeoutMs: 4_000,
  maxParkedElicitations: 2,
  maxParkedElicitationsTotal: 3,
  maxClientCapabilities: 2,
  requestStateTtlMs: 9_000,
  maxListens: 2,
  maxListensPerPrincipal: 1,
  maxListenUris: 2,
  maxSubscriptions: 2,
  maxSpentApprovals: 1,
  maxSessionEvents: 2,
  maxUrlElicitations: 2,
  urlElicitationTtlMs: 5_000,
  maxTasks: 3,
  maxTasksPerOwner: 2,
  maxRunningTasks: 2,
  maxRunningTasksPerOwner: 1,
  taskTtlMs: 5_000,
  maxTaskTtlMs: 10_000,
  taskPollIntervalMs: 100,
};

/** What fails says this, and no client may ever read it. */
export const SECRET = 'the-database-password';

/** How long the server waits for its calls when it stops. */
export const DRAIN_GRACE_MS = 50;

/** Somebody who sends messages. */
export interface Actor {
  readonly name: string;
  /** Direct callers of this process, sessions of a transport, and clients without a connection. */
  readonly kind: 'direct' | 'session' | 'modern';
  readonly principalKey: string | undefined;
  /** Modern clients say with each request whether they can be asked. */
  readonly canBeAsked: boolean;
}

const actor = (
  name: string,
  kind: Actor['kind'],
  principalKey?: string,
  canBeAsked = true,
): Actor => ({ name, kind, principalKey, canBeAsked });

/** Two sessions and a modern client share a principal, so bounds per holder are not per connection. */
export const ACTORS: readonly Actor[] = [
  actor('a', 'direct'),
  actor('b', 'direct'),
  actor('c', 'direct'),
  actor('d', 'direct'),
  actor('s', 'session', 'alice'),
  actor('t', 'session', 'alice'),
  actor('u', 'session', 'bob'),
  actor('m', 'modern', 'alice'),
  actor('n', 'modern', 'bob'),
  actor('o', 'modern'),
  actor('p', 'modern', undefined, false),
];

export const DIRECT = ACTORS.filter(({ kind }) => kind === 'direct');
export const SESSIONS = ACTORS.filter(({ kind }) => kind === 'session');
export const MODERN = ACTORS.filter(({ kind }) => kind === 'modern');
/** Those with a connection, who can answer questions. */
export const CHANNELS = [...DIRECT, ...SESSIONS];

export const TOOLS = ['alpha', 'beta', 'gamma'] as const;
export type ToolName = (typeof TOOLS)[number];

/** What the policy says about a call, at once or when its gate is released. */
export type Verdict = 'allow' | 'ask' | 'deny' | 'throw' | 'nonsense' | 'emptyPrompt';

/** What a tool does: the last three wait for their gate, and only `slow` heeds its signal. */
export type Behaviour = 'quick' | 'throw' | 'reject' | 'slow' | 'deaf' | 'lateReject';

/** How a call is made; the first five are those of direct callers. */
export type Via = 'request' | 'caller' | 'handle' | 'handleTimeout' | 'handleSignal' | 'dispatch';

/** What a person's client sends back. */
export type AnswerKind =
  'approve' | 'decline' | 'cancel' | 'acceptNo' | 'acceptText' | 'noAction' | 'error' | 'both';

/** What a modern client repeats a call with. */
export interface Retry {
  /** Serial of the call that was answered with the question. */
  readonly of: number;
  readonly state: 'genuine' | 'tampered';
  readonly answer: 'approve' | 'decline' | 'none';
}

/** One call as it was sent. */
export interface CallRecord {
  /** Unlike its id, its own. */
  readonly serial: number;
  /** Names the arguments; a retry repeats them. */
  readonly token: string;
  readonly method: 'tools/call' | 'tools/list' | 'initialize';
  readonly actor: Actor;
  readonly id: number;
  readonly via: Via;
  /** Carries its own state; direct callers may do that too. */
  readonly isModern: boolean;
  readonly tool: ToolName;
  readonly verdict: Verdict;
  readonly isLate: boolean;
  readonly behaviour: Behaviour;
  /** Of `handleTimeout`. */
  readonly timeoutMs: number;
  readonly retry: Retry | undefined;
  /** Of `initialize`. */
  readonly elicitation: boolean;
}

/** Something that was done to the dispatcher, with its targets found. */
export type Action =
  | { readonly type: 'call'; readonly call: CallRecord }
  | { readonly type: 'release'; readonly serial: number }
  | { readonly type: 'tick'; readonly to: number }
  | {
      readonly type: 'answer';
      readonly serial: number;
      readonly from: Actor;
      readonly how: AnswerKind;
    }
  | { readonly type: 'cancel'; readonly serial: number }
  | { readonly type: 'cancelId'; readonly actor: Actor; readonly id: number }
  | { readonly type: 'abort'; readonly serials: readonly number[] }
  | { readonly type: 'connect' | 'disconnect' | 'closeSession'; readonly actor: Actor }
  | {
      readonly type: 'register';
      readonly tool: ToolName;
      readonly generation: number;
      readonly isSensitive: boolean;
    }
  | { readonly type: 'unregister'; readonly tool: ToolName }
  | { readonly type: 'notify'; readonly mark: string }
  | { readonly type: 'drain' };
