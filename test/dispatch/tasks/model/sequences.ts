import fc from 'fast-check';
import type { Finish } from '../../../support/steered-tool.js';
import type { Operation, Reply, Sequence } from './world.js';
import { ACTORS, KEYS, SESSIONS } from './world.js';

const among = (items: readonly unknown[]) => fc.nat(items.length - 1);
const nth = fc.nat(6);
const sometimes = fc.integer({ min: 0, max: 3 }).map((number) => number === 0);
const weighted = <T extends string>(weights: Readonly<Record<T, number>>): fc.Arbitrary<T> =>
  fc.oneof(
    ...Object.entries<number>(weights).map(([value, weight]) => ({
      weight,
      arbitrary: fc.constant(value as T),
    })),
  );

/** Most of what happens concerns alice, and a session without a principal: their bounds are met. */
const actor = fc.oneof(
  { weight: 1, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.constant(3) },
  { weight: 3, arbitrary: among(ACTORS) },
);
const owner = fc.oneof(
  { weight: 4, arbitrary: fc.constant('owner' as const) },
  { weight: 1, arbitrary: nth },
);
const session = fc.oneof(
  { weight: 1, arbitrary: fc.constant(3) },
  { weight: 2, arbitrary: among(SESSIONS) },
);
const how = weighted<Reply>({ accept: 6, decline: 2, invalid: 1, error: 1 });

const operations: readonly (readonly [weight: number, fc.Arbitrary<Operation>])[] = [
  [
    14,
    fc.record({
      type: fc.constant('create' as const),
      actor,
      ttl: fc.option(fc.constantFrom(0, 2, 4, 10, 50), { nil: undefined, freq: 2 }),
      isDeaf: sometimes,
      tool: weighted<'work' | 'later'>({ work: 3, later: 1 }),
    }),
  ],
  [16, fc.record({ type: fc.constant('ask' as const), nth, key: among(KEYS), isTimed: sometimes })],
  [5, fc.record({ type: fc.constant('tell' as const), nth })],
  [
    8,
    fc.record({
      type: fc.constant('finish' as const),
      nth,
      how: weighted<Finish>({ ok: 3, isError: 1, mcp: 1, throw: 1 }),
    }),
  ],
  [
    12,
    fc.record({
      type: fc.constant('update' as const),
      actor: owner,
      nth,
      which: weighted<'one' | 'all' | 'unknown' | 'used'>({ one: 4, all: 2, unknown: 1, used: 2 }),
      how: weighted<'accept' | 'decline' | 'invalid'>({ accept: 5, decline: 1, invalid: 2 }),
    }),
  ],
  [10, fc.record({ type: fc.constant('wait' as const), actor: owner, nth })],
  [3, fc.record({ type: fc.constant('leave' as const), nth })],
  [12, fc.record({ type: fc.constant('reply' as const), nth, how })],
  [5, fc.record({ type: fc.constant('cancel' as const), actor: owner, nth })],
  [2, fc.record({ type: fc.constant('callOff' as const), nth })],
  [2, fc.record({ type: fc.constant('endSession' as const), session })],
  [
    10,
    fc.record({ type: fc.constant('tick' as const), units: fc.constantFrom(1, 2, 3, 5, 11, 25) }),
  ],
];

const operation = fc.oneof(...operations.map(([weight, arbitrary]) => ({ weight, arbitrary })));

/** Random test cases. */
export const sequences = (maxLength: number): fc.Arbitrary<Sequence> =>
  fc.record({
    onSessionEnd: fc.constantFrom('cancel' as const, 'keep' as const),
    ending: fc.constantFrom('finish' as const, 'drain' as const),
    operations: fc.oneof(
      { withCrossShrink: true },
      { weight: 1, arbitrary: fc.array(operation, { minLength: 1, maxLength: 10 }) },
      {
        weight: 3,
        arbitrary: fc.array(operation, { minLength: maxLength / 2, maxLength, size: 'max' }),
      },
    ),
  });
