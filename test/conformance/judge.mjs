/**
 * Judges what a suite found. A scenario without one positive check has shown nothing, so it does not
 * pass; a suite that ran fewer scenarios than it has does not either.
 *
 * @param scenarios what ran
 * @param size how many scenarios the suite has
 * @returns for each scenario its name and, unless it passed, why; whether the suite passed
 */
export function judge(scenarios, size) {
  const verdicts = scenarios.map((scenario) => ({
    name: scenario.name,
    failure: failureOf(scenario),
  }));
  const isPassed =
    scenarios.length === size && verdicts.every(({ failure }) => failure === undefined);
  return { verdicts, isPassed };
}

function failureOf({ failures: [first], isPositive }) {
  return first ?? (isPositive ? undefined : 'passed without one positive check');
}
