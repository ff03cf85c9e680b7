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
  readonly verdict: 'passed' | 'expected' | 'failed' | 'fixed';
  readonly detail?: string;
}

export interface Judgement {
  readonly verdicts: readonly Verdict[];
  readonly unknown: readonly string[];
  readonly isAsExpected: boolean;
}

export function judge(
  scenarios: readonly Scenario[],
  missing: Readonly<Record<string, string>>,
): Judgement;
