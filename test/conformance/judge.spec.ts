import type { Scenario } from './judge.mjs';
import { judge } from './judge.mjs';

const good: Scenario = { name: 'ping', failures: [], isPositive: true };
const bad: Scenario = { name: 'tasks', failures: ['no task', 'no id'], isPositive: true };
const silent: Scenario = { name: 'polling', failures: [], isPositive: false };

describe('a conformance run', () => {
  it('is as expected when all passes that is not listed', () => {
    expect(judge([good, bad], { tasks: 'tasks' }).isAsExpected).toBe(true);
  });

  it.each<[string, readonly Scenario[], Record<string, string>]>([
    ['a scenario fails that is not listed', [good, bad], {}],
    ['a listed scenario passes', [good], { ping: 'ping' }],
    ['a listed scenario did not run', [good], { tasks: 'tasks' }],
    ['a scenario passes without one positive check', [good, silent], {}],
    ['nothing ran', [], {}],
  ])('fails when %s', (_, scenarios, missing) => {
    expect(judge(scenarios, missing).isAsExpected).toBe(false);
  });

  it('tells the first failure of a scenario, and the feature it needs', () => {
    const [verdict] = judge([bad], { tasks: 'the task store' }).verdicts;

    expect(verdict).toEqual({
      name: 'tasks',
      verdict: 'expected',
      detail: 'no task [needs the task store]',
    });
  });

  it.each<[string, Scenario, Record<string, string>, string]>([
    ['passed', good, {}, 'passed'],
    ['failed', bad, {}, 'failed'],
    ['failed without one positive check', silent, {}, 'failed'],
    ['expected to fail', bad, { tasks: 'tasks' }, 'expected'],
    ['expected to show nothing', silent, { polling: 'polling' }, 'expected'],
    ['fixed', good, { ping: 'ping' }, 'fixed'],
    ['passed, whatever objects inherit', { ...good, name: 'constructor' }, {}, 'passed'],
  ])('calls a scenario %s', (_, scenario, missing, expected) => {
    expect(judge([scenario], missing).verdicts[0]?.verdict).toBe(expected);
  });

  it('names what is listed and did not run', () => {
    expect(judge([good], { tasks: 'tasks' }).unknown).toEqual(['tasks']);
  });
});
