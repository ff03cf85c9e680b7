import fc from 'fast-check';
import type { Operation, Sequence } from './operation.js';
import type { Actor, AnswerKind, Behaviour, ToolName, Verdict, Via } from './world.js';
import { ACTORS, CHANNELS, DIRECT, MODERN, SESSIONS } from './world.js';

const among = <T>(items: readonly T[]) => fc.nat(items.length - 1);
const nth = fc.nat(5);
const weighted = <T>(weights: Readonly<Record<string, number>>) =>
  fc.oneof(
    ...Object.entries(weights).map(([value, weight]) => ({
      weight,
      arbitrary: fc.constant(value as T),
    })),
  );

const rarely = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

/** Most of what happens concerns few, so that their bounds are met. */
const someOf = (actors: readonly Actor[], weights: Readonly<Record<string, number>>) =>
  weighted<string>(weights).map((name) => actors.findIndex((actor) => actor.name === name));
const actor = someOf(ACTORS, { a: 8, b: 5, c: 2, d: 1, s: 4, t: 3, u: 3, m: 4, n: 2, o: 2, p: 1 });
const channel = someOf(CHANNELS, { a: 4, b: 4, c: 4, d: 1, s: 2, t: 2, u: 2 });
const direct = someOf(DIRECT, { a: 3, b: 3, c: 4, d: 1 });

const id = fc.integer({ min: 1, max: 3 });
const tool = weighted<ToolName>({ alpha: 12, beta: 4, gamma: 1 });
const script = {
  verdict: weighted<Verdict>({
    ask: 16,
    allow: 10,
    deny: 1,
    throw: 1,
    nonsense: 1,
    emptyPrompt: 1,
  }),
  isLate: weighted<'yes' | 'no'>({ no: 6, yes: 1 }).map((late) => late === 'yes'),
  behaviour: weighted<Behaviour>({
    quick: 4,
    throw: 1,
    reject: 1,
    slow: 4,
    deaf: 3,
    lateReject: 2,
  }),
};
const anyAnswer = weighted<AnswerKind>({
  approve: 8,
  decline: 2,
  cancel: 1,
  acceptNo: 1,
  acceptText: 1,
  noAction: 1,
  error: 1,
  both: 1,
});

const call = fc.record({
  type: fc.constant('call' as const),
  actor,
  isModern: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
  via: weighted<Via>({ request: 3, caller: 5, handle: 4, handleTimeout: 3, handleSignal: 3 }),
  id,
  tool,
  timeoutMs: fc.constantFrom(300, 700, 1_000, 1_300),
  ...script,
});

const retry = fc.record({
  type: fc.constant('retry' as const),
  nth: fc.nat(2),
  as: weighted<'same' | 'other' | 'otherArguments'>({ same: 10, other: 1, otherArguments: 1 }),
  actor: among(MODERN),
  state: weighted<'genuine' | 'tampered'>({ genuine: 7, tampered: 1 }),
  answer: weighted<'approve' | 'decline' | 'none'>({ approve: 6, decline: 1, none: 1 }),
  ...script,
});

const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 65, arbitrary: call },
  {
    weight: 15,
    arbitrary: fc.record({
      type: fc.constant('answer' as const),
      nth: fc.nat(3),
      how: anyAnswer,
      from: rarely(among(CHANNELS)),
      second: rarely(anyAnswer),
      by: fc.constantFrom('request' as const, 'handleMessage' as const),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      type: fc.constant('tick' as const),
      kind: weighted<'small' | 'large' | 'next' | 'short' | 'past'>({
        small: 3,
        next: 4,
        short: 3,
        past: 2,
        large: 1,
      }),
    }),
  },
  { weight: 20, arbitrary: fc.record({ type: fc.constant('release' as const), nth }) },
  { weight: 16, arbitrary: retry },
  {
    weight: 7,
    arbitrary: fc.record({
      type: fc.constant('initialize' as const),
      channel,
      elicitation: fc.integer({ min: 0, max: 4 }).map((number) => number > 0),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ type: fc.constant('connect' as const), direct }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('disconnect' as const), direct }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('closeSession' as const), session: among(SESSIONS) }),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('cancel' as const), nth }) },
  { weight: 1, arbitrary: fc.constant({ type: 'cancelUnknown' as const }) },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('cancelId' as const),
      nth: fc.option(nth, { nil: undefined, freq: 3 }),
      channel,
      id,
    }),
  },
  { weight: 10, arbitrary: fc.record({ type: fc.constant('abort' as const), nth }) },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('register' as const),
      tool,
      isSensitive: fc.boolean(),
      derived: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('unregister' as const), tool }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('list' as const), actor, id }),
  },
  { weight: 2, arbitrary: fc.constant({ type: 'notify' as const }) },
  { weight: 1, arbitrary: fc.constant({ type: 'drain' as const }) },
);

/** Random test cases. */
export const sequences = (maxLength: number): fc.Arbitrary<Sequence> =>
  fc.record({
    hasAuthorizer: weighted<'yes' | 'no'>({ yes: 9, no: 1 }).map((has) => has === 'yes'),
    start: weighted<'cold' | 'warm'>({ warm: 3, cold: 1 }),
    ending: fc.constantFrom('release' as const, 'drain' as const),
    operations: fc.array(operation, { minLength: 1, maxLength, size: 'max' }),
  });
