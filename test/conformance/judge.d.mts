/** What the suite found about one scenario. */
export interface Scenario {
  readonly name: string;
  /** Messages of failing checks, worst first. */
  readonly failures: readonly string[];
  /** Whether a check of its own succeeded. */
  readonly isPositive: boolean;
}

export interface Verdict {
  readonly name: string;
  /** `undefined` if it passed. */
  readonly failure: string | undefined;
  /** Why the suite checks nothing in it, if that is known. */
  readonly leftOut: string | undefined;
}

export interface Judgement {
  readonly verdicts: readonly Verdict[];
  readonly isPassed: boolean;
}

export function judge(scenarios: readonly Scenario[], size: number): Judgement;
