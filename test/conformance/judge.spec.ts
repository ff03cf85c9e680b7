import type { Scenario } from './judge.mjs';
import { judge } from './judge.mjs';

const good: Scenario = { name: 'ping', failures: [], isPositive: true };
const bad: Scenario = { name: 'tasks', failures: ['no task', 'no id'], isPositive: true };
const silent: Scenario = { name: 'polling', failures: [], isPositive: false };
const leftOut: Scenario = { ...silent, name: 'tasks-status-notifications' };

describe('a conformance run', () => {
  it('passes when all its scenarios ran and passed', () => {
    expect(judge([good, good], 2)).toEqual({
      verdicts: [
        { name: 'ping', failure: undefined, leftOut: undefined },
        { name: 'ping', failure: undefined, leftOut: undefined },
      ],
      isPassed: true,
    });
  });

  it.each<[string, readonly Scenario[], number]>([
    ['a scenario fails', [good, bad], 2],
    ['a scenario passes without one positive check', [good, silent], 2],
    ['a scenario fails that is known to be left out', [{ ...leftOut, failures: ['no'] }], 1],
    [
      'a scenario checks something that is known to be left out',
      [{ ...leftOut, isPositive: true }],
      1,
    ],
    ['a scenario did not run', [good], 2],
    ['nothing ran', [], 2],
  ])('fails when %s', (_, scenarios, size) => {
    expect(judge(scenarios, size).isPassed).toBe(false);
  });

  it('tells the first failure of a scenario', () => {
    expect(judge([bad, silent], 2).verdicts).toMatchObject([
      { name: 'tasks', failure: 'no task' },
      { name: 'polling', failure: 'passed without one positive check' },
    ]);
  });

  it('passes a scenario that the suite leaves out, and tells why', () => {
    expect(judge([good, leftOut], 2)).toMatchObject({
      verdicts: [
        { name: 'ping' },
        { failure: undefined, leftOut: expect.stringMatching(/listen/) },
      ],
      isPassed: true,
    });
  });
});
