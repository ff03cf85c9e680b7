/** A piece of JSON Schema for one value. */
export type Fragment = Readonly<Record<string, unknown>>;

/** What one decorator with its arguments means in JSON Schema. */
export interface Described {
  /** Every value the validator accepts satisfies this. */
  readonly schema: Fragment;
  /**
   * Why `schema` also lets values through that the validator refuses; absent when both accept
   * exactly the same values. "Wider" is the safe side: nothing valid is ever kept back, and a value
   * that is refused is refused with a message.
   */
  readonly wider?: string;
  /**
   * Shown for inputs besides `schema`: the usual form, by which a model knows what to send. Every
   * value that satisfies `schema` and `hint` is accepted; some accepted values are not of this form,
   * so outputs never show it (a client would refuse what the validator let pass).
   */
  readonly hint?: Fragment;
  /** What JSON Schema cannot say, in words, for the description. */
  readonly note?: string;
  /**
   * Refuses what the validator would accept although `schema` does not (or would throw on). Gives
   * the end of a message: `must be …`.
   */
  readonly refuse?: (value: unknown) => string | undefined;
}

/** The decorator can never accept a JSON value; the reason goes into the configuration error. */
export interface Impossible {
  readonly impossible: string;
}

/**
 * Turns the arguments of a decorator (`metadata.constraints`) into JSON Schema. `accepts` runs the
 * validator itself, for arguments that it keeps in a closure.
 */
export type ConstraintEntry = (
  args: readonly unknown[],
  accepts: (value: unknown) => boolean,
) => Described | Impossible;
