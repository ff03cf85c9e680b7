/** What is known of a `@ValidateIf` condition without a call. */
export interface ProbedCondition {
  readonly skipsUndefined: boolean;
  readonly skipsNull: boolean;
  /** False if it looks at other properties, or at more of the value than "is it there". */
  readonly onlyPresence: boolean;
}

const SAMPLES: readonly unknown[] = ['x', '', '0', 0, 1, -1, true, false, [], [1], {}, { a: 1 }];

/** Throws whatever a condition does with it, so that only conditions on the value alone finish. */
const untouchable = new Proxy(
  {},
  Object.fromEntries(
    (['get', 'has', 'ownKeys', 'getPrototypeOf', 'getOwnPropertyDescriptor'] as const).map(
      (trap) => [
        trap,
        (): never => {
          throw new Error('the condition looks at the object');
        },
      ],
    ),
  ),
);

/**
 * Tells `ValidateIf((_, value) => value !== null)`, the usual way to say "nullable" or "optional",
 * from a condition on other properties.
 *
 * @internal
 */
export function probeCondition(
  condition: (object: unknown, value: unknown) => unknown,
): ProbedCondition {
  const holds = (value: unknown): boolean => Boolean(condition(untouchable, value));
  try {
    return {
      skipsUndefined: !holds(undefined),
      skipsNull: !holds(null),
      onlyPresence: SAMPLES.every(holds),
    };
  } catch {
    return { skipsUndefined: false, skipsNull: false, onlyPresence: false };
  }
}
