/**
 * Runs the official MCP conformance suite against the server of test/conformance and compares the
 * results with test/conformance/expected-failures.json. Warnings count as failures. A scenario on the
 * list that passes fails the run as well, so that the list can only shrink.
 *
 *   node scripts/conformance.mjs [SUITE…]      such as 'all 2026-07-28'; default: all four
 *
 * The last line counts scenarios as they are: expected failures are failures.
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { FixtureServer } from '../test/conformance/fixture-server.mjs';
import { judge } from '../test/conformance/judge.mjs';
import { installedSuite } from '../test/conformance/suite/installed-suite.mjs';
import { runSuite } from '../test/conformance/suite/run-suite.mjs';

const SUITES = [
  { kind: 'required', revision: '2025-11-25' },
  { kind: 'required', revision: '2026-07-28' },
  { kind: 'all', revision: '2025-11-25' },
  { kind: 'all', revision: '2026-07-28' },
];
const LIST = new URL('../test/conformance/expected-failures.json', import.meta.url);

const LABELS = {
  failed: 'FAILED',
  fixed: 'PASSED, so take it off the list of expected failures',
  expected: 'expected',
};

const titleOf = ({ kind, revision }) => `${kind} ${revision}`;
const count = (verdicts, ...wanted) =>
  verdicts.filter(({ verdict }) => wanted.includes(verdict)).length;

function rowOf({ name, verdict, detail }, width) {
  const [text] = detail.split('\n');
  return `  ${name.padEnd(width)}  ${LABELS[verdict]}: ${text}`;
}

function print(title, { verdicts, unknown }) {
  const rows = verdicts.filter(({ verdict }) => verdict !== 'passed');
  const width = Math.max(0, ...rows.map(({ name }) => name.length));
  console.log(`\n${title}: passed ${count(verdicts, 'passed', 'fixed')} of ${verdicts.length}`);
  for (const row of rows) console.log(rowOf(row, width));
  for (const name of unknown) console.log(`  ${name}  listed as expected to fail, but did not run`);
}

const { positionals } = parseArgs({ allowPositionals: true });
const selected = SUITES.filter(
  (suite) => positionals.length === 0 || positionals.includes(titleOf(suite)),
);
if (selected.length === 0) throw new Error(`no such suite: ${positionals.join(', ')}`);

const expectedFailures = JSON.parse(await readFile(LIST, 'utf8'));
const titles = new Set(SUITES.map(titleOf));
const stray = Object.keys(expectedFailures).filter((title) => !titles.has(title));
if (stray.length > 0) throw new Error(`expected-failures.json names no suite: ${stray.join(', ')}`);
await installedSuite();
const server = await FixtureServer.start();
const judgements = [];
try {
  for (const suite of selected) {
    const title = titleOf(suite);
    const scenarios = await runSuite({ ...suite, url: server.url });
    const judgement = judge(scenarios, expectedFailures[title] ?? {});
    print(title, judgement);
    judgements.push(judgement);
  }
  if (!server.isRunning) throw new Error(`the server ended by itself\n${server.output}`);
} finally {
  await server.stop();
}

const verdicts = judgements.flatMap((judgement) => judgement.verdicts);
const expected = count(verdicts, 'expected');
console.log(`\n${expected} failures are expected: they need features that are not built yet`);
console.log(
  `conformance: ${count(verdicts, 'passed', 'fixed')} passed, ${count(verdicts, 'failed')} failed, ${expected} skipped`,
);
process.exitCode = judgements.every(({ isAsExpected }) => isAsExpected) ? 0 : 1;
