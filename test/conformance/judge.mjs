/**
 * Compares what a suite found with the list of scenarios that need features not built yet. A scenario
 * without one positive check has shown nothing, so it does not pass.
 *
 * @param scenarios what ran
 * @param missing feature by name of the scenario that needs it
 * @returns for each scenario its name, verdict (`passed`, `expected` to fail, `failed`, or `fixed`:
 * listed but passed) and a detail; the names that are listed but did not run; whether all is as it
 * should be
 */
export function judge(scenarios, missing) {
  const verdicts = scenarios.map((scenario) => {
    const { name } = scenario;
    const failure = failureOf(scenario);
    const feature = Object.hasOwn(missing, name) ? missing[name] : undefined;
    if (failure === undefined) {
      return { name, verdict: feature === undefined ? 'passed' : 'fixed', detail: feature };
    }
    if (feature === undefined) return { name, verdict: 'failed', detail: failure };
    return { name, verdict: 'expected', detail: `${failure} [needs ${feature}]` };
  });
  const unknown = Object.keys(missing).filter(
    (listed) => !scenarios.some(({ name }) => name === listed),
  );
  const isAsExpected =
    scenarios.length > 0 &&
    unknown.length === 0 &&
    verdicts.every(({ verdict }) => verdict === 'passed' || verdict === 'expected');
  return { verdicts, unknown, isAsExpected };
}

function failureOf({ failures: [first], isPositive }) {
  return first ?? (isPositive ? undefined : 'passed without one positive check');
}
