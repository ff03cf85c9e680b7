import type { AnswerKind, Behaviour, ToolName, Verdict, Via } from './world.js';

/** What a policy and a tool do for one call. */
interface Script {
  readonly verdict: Verdict;
  readonly isLate: boolean;
  readonly behaviour: Behaviour;
}

/** One step. Targets are numbers, wrapped around the targets there are when it is taken. */
export type Operation =
  | ({
      readonly type: 'call';
      readonly actor: number;
      readonly via: Via;
      /** Of a direct caller: an envelope instead of the connection's state. */
      readonly isModern: boolean;
      readonly id: number;
      readonly tool: ToolName;
      readonly timeoutMs: number;
    } & Script)
  | { readonly type: 'list'; readonly actor: number; readonly id: number }
  | ({
      readonly type: 'retry';
      readonly nth: number;
      readonly as: 'same' | 'other' | 'otherArguments';
      readonly actor: number;
      readonly state: 'genuine' | 'tampered';
      readonly answer: 'approve' | 'decline' | 'none';
    } & Script)
  | { readonly type: 'initialize'; readonly channel: number; readonly elicitation: boolean }
  | { readonly type: 'connect' | 'disconnect'; readonly direct: number }
  | { readonly type: 'closeSession'; readonly session: number }
  | { readonly type: 'release'; readonly nth: number }
  | {
      readonly type: 'tick';
      readonly kind: 'small' | 'large' | 'next' | 'short' | 'past';
    }
  | {
      readonly type: 'answer';
      readonly nth: number;
      readonly how: AnswerKind;
      /** `undefined`: the one who was asked. */
      readonly from: number | undefined;
      /** A second answer in the same turn. */
      readonly second: AnswerKind | undefined;
      readonly by: 'request' | 'handleMessage';
    }
  | { readonly type: 'cancel'; readonly nth: number }
  | { readonly type: 'cancelUnknown' }
  | {
      readonly type: 'cancelId';
      /** Which call under way; `undefined`: whichever id on whichever channel. */
      readonly nth: number | undefined;
      readonly channel: number;
      readonly id: number;
    }
  | { readonly type: 'abort'; readonly nth: number }
  | {
      readonly type: 'register';
      readonly tool: ToolName;
      readonly isSensitive: boolean;
      readonly derived: boolean;
    }
  | { readonly type: 'unregister'; readonly tool: ToolName }
  | { readonly type: 'notify' }
  /** The server begins to stop. */
  | { readonly type: 'drain' };

/** A whole test case. */
export interface Sequence {
  /** Without an authorizer everything is allowed but sensitive tools. */
  readonly hasAuthorizer: boolean;
  /** Warm: a, b and the sessions are there and can be asked. */
  readonly start: 'cold' | 'warm';
  readonly ending: 'release' | 'drain';
  readonly operations: readonly Operation[];
}
