/**
 * Runs the official MCP conformance suite against the server of test/conformance. Warnings count as
 * failures, and so does a scenario that passes without one positive check, if it has any.
 *
 *   node scripts/conformance.mjs [SUITE…]      such as 'all 2026-07-28'; default: all
 */
import { parseArgs } from 'node:util';
import { FixtureServer } from '../test/conformance/fixture-server.mjs';
import { judge } from '../test/conformance/judge.mjs';
import { installedSuite } from '../test/conformance/suite/installed-suite.mjs';
import { runSuite } from '../test/conformance/suite/run-suite.mjs';

/** `size` is how many scenarios there are, so that none is left out unnoticed. */
const SUITES = [
  { kind: 'required', revision: '2025-11-25', size: 30 },
  { kind: 'required', revision: '2026-07-28', size: 37 },
  { kind: 'all', revision: '2025-11-25', size: 33 },
  { kind: 'all', revision: '2026-07-28', size: 40 },
  { kind: 'skills', revision: '2025-11-25', size: 3 },
  { kind: 'skills', revision: '2026-07-28', size: 3 },
  { kind: 'tasks', revision: '2026-07-28', size: 10 },
];

/** Scenarios about multi round-trip requests, which are worth a count of their own. */
const ROUND_TRIPS = /^input-required-/;

const titleOf = ({ kind, revision }) => `${kind} ${revision}`;
const hasPassed = ({ failure }) => failure === undefined;

function print(title, verdicts) {
  const failed = verdicts.filter((verdict) => !hasPassed(verdict));
  const width = Math.max(0, ...failed.map(({ name }) => name.length));
  console.log(`\n${title}: passed ${verdicts.length - failed.length} of ${verdicts.length}`);
  for (const { name, failure } of failed) {
    const [reason] = failure.split('\n');
    console.log(`  ${name.padEnd(width)}  FAILED: ${reason}`);
  }
  for (const { name, leftOut } of verdicts) {
    if (leftOut !== undefined) console.log(`  nothing is checked in ${name}: ${leftOut}`);
  }
  const roundTrips = verdicts.filter(({ name }) => ROUND_TRIPS.test(name));
  if (roundTrips.length > 0) {
    const passed = roundTrips.filter(hasPassed).length;
    console.log(`  of which multi round-trip: ${passed} of ${roundTrips.length}`);
  }
}

const { positionals } = parseArgs({ allowPositionals: true });
const selected = SUITES.filter(
  (suite) => positionals.length === 0 || positionals.includes(titleOf(suite)),
);
if (selected.length === 0) throw new Error(`no such suite: ${positionals.join(', ')}`);

await installedSuite();
const server = await FixtureServer.start();
const judgements = [];
try {
  for (const { size, ...suite } of selected) {
    const judgement = judge(await runSuite({ ...suite, url: server.url }), size);
    print(titleOf(suite), judgement.verdicts);
    judgements.push(judgement);
  }
  if (!server.isRunning) throw new Error(`the server ended by itself\n${server.output}`);
} finally {
  await server.stop();
}

const verdicts = judgements.flatMap((judgement) => judgement.verdicts);
const passed = verdicts.filter(hasPassed).length;
console.log(`\nconformance: ${passed} passed, ${verdicts.length - passed} failed`);
process.exitCode = judgements.every(({ isPassed }) => isPassed) ? 0 : 1;
