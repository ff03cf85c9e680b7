/**
 * What is known to take long comes first, so that no core waits at the end for one suite. Jest itself
 * goes by how long suites took the last time, which a clean checkout does not know, and else by the
 * size of their files, which says little: these are short files that start processes or run for long.
 */
import Sequencer from '@jest/test-sequencer';

const LONG = [
  /\/test\/dispatch\/.*model\//,
  /\/test\/peers\//,
  /\/test\/examples\//,
  /\/test\/docs\/check-docs\./,
  /\bofficial-client|\/clients-(http|stdio)\./,
  /\/test\/(e2e|stdio)\//,
];

const rank = ({ path }) => {
  const found = LONG.findIndex((pattern) => pattern.test(path));
  return found === -1 ? LONG.length : found;
};

export default class LongestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((a, b) => rank(a) - rank(b));
  }
}
