/**
 * Scenarios that the suite has but checks nothing in, whatever the server does, each with the reason. An
 * entry whose scenario does check something fails, so that the list is never longer than it must be.
 */
const LEFT_OUT = new Map([
  [
    'tasks-status-notifications',
    'the suite has yet to learn that they come on the stream of subscriptions/listen',
  ],
]);

/**
 * Judges what a suite found. A scenario without one positive check has shown nothing, so it does not
 * pass, unless it is one of those that the suite leaves out; a suite that ran fewer scenarios than it has
 * does not either.
 *
 * @param scenarios what ran
 * @param size how many scenarios the suite has
 * @returns for each scenario its name and, unless it passed, why; why it was left out, if it was; whether
 *   the suite passed
 */
export function judge(scenarios, size) {
  const verdicts = scenarios.map((scenario) => ({
    name: scenario.name,
    failure: failureOf(scenario),
    leftOut: LEFT_OUT.get(scenario.name),
  }));
  const isPassed =
    scenarios.length === size && verdicts.every(({ failure }) => failure === undefined);
  return { verdicts, isPassed };
}

function failureOf({ name, failures: [first], isPositive }) {
  if (first !== undefined) return first;
  const isLeftOut = LEFT_OUT.has(name);
  if (isPositive) return isLeftOut ? 'is said to be left out, but was checked' : undefined;
  return isLeftOut ? undefined : 'passed without one positive check';
}
