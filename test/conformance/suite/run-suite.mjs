import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installedSuite, requiredScenarios } from './installed-suite.mjs';

const runEntry = fileURLToPath(new URL('./run-entry.mjs', import.meta.url));

/** A scenario that hangs is given up after this long. */
const SCENARIO_TIMEOUT_MS = 10_000;
const SUITE_TIMEOUT_MS = 120_000;

/** Where the suite puts the results of one scenario. */
const RESULT_FOLDER = /^server-(.+)-(\d{4}-\d\d-\d\dT[\d-]+Z)$/;

/** Extensions are part of no revision, so their scenarios are run by name. */
const EXTENSIONS = {
  skills: ['sep-2640-skills-directory', 'sep-2640-skills-enumeration', 'sep-2640-skills-manifest'],
  tasks: [
    'tasks-capability-negotiation',
    'tasks-dispatch-and-envelope',
    'tasks-lifecycle',
    'tasks-mrtr-composition',
    'tasks-mrtr-input',
    'tasks-request-headers',
    'tasks-request-state-removal',
    'tasks-required-task-error',
    'tasks-status-notifications',
    'tasks-wire-fields',
  ],
};

/** What the suite says last: of a set of scenarios, or of one. */
const FINISHED = /^=== SUMMARY ===$|^Test Results:$/m;

/** A check of this id is part of every scenario and says nothing about its subject. */
const SCHEMA_CHECK = 'wire-schema-valid';

/**
 * Runs `required` (what a revision demands), `all` (what applies to it) or the scenarios of an
 * extension against a server.
 *
 * @returns the scenarios in the order in which they ran: name, failing checks (warnings included), and
 * whether a check of its own succeeded
 */
export async function runSuite({ kind, revision, url }) {
  const entry = await installedSuite();
  const results = await mkdtemp(join(tmpdir(), 'mcp-conformance-'));
  try {
    const limits = ['--timeout', String(SCENARIO_TIMEOUT_MS)];
    const logs = [];
    for (const selection of selectionsOf(kind, revision)) {
      const args = ['server', '--url', url, ...selection, ...limits, '-o', results];
      logs.push(await run([entry, ...args]));
    }
    const log = logs.join('\n');
    const scenarios = await readScenarios(results, log);
    return kind === 'required' ? select(scenarios, await requiredScenarios(revision)) : scenarios;
  } finally {
    await rm(results, { recursive: true, force: true });
  }
}

/** What each run of the suite is asked for; it takes one scenario, or a set that it knows. */
function selectionsOf(kind, revision) {
  if (kind === 'required') return [['--requirements', revision]];
  const names = EXTENSIONS[kind];
  if (names === undefined) return [['--suite', 'all', '--spec-version', revision]];
  return names.map((name) => ['--scenario', name, '--spec-version', revision, '--force']);
}

/** The exit code is not of interest: most of what it means depends on what is expected. */
function run(args) {
  return new Promise((resolve, reject) => {
    const options = { timeout: SUITE_TIMEOUT_MS, maxBuffer: 2 ** 26 };
    execFile(
      process.execPath,
      ['--no-warnings', runEntry, ...args],
      options,
      (_, stdout, stderr) =>
        FINISHED.test(stdout)
          ? resolve(stderr)
          : reject(new Error(`the suite did not finish\n${stdout.slice(-2000)}\n${stderr}`)),
    );
  });
}

async function readScenarios(results, log) {
  const folders = (await readdir(results))
    .map((folder) => RESULT_FOLDER.exec(folder))
    .filter((match) => match !== null)
    .sort(([, , a], [, , b]) => (a < b ? -1 : 1));
  return Promise.all(
    folders.map(async ([folder, name]) => {
      const text = await readFile(join(results, folder, 'checks.json'), 'utf8').catch(() => '');
      return text === '' ? crashed(name, log) : readChecks(name, JSON.parse(text));
    }),
  );
}

function readChecks(name, checks) {
  const failures = ['FAILURE', 'WARNING'].flatMap((level) =>
    checks
      .filter(({ status }) => status === level)
      .map(({ errorMessage, description }) => errorMessage ?? description),
  );
  const isPositive = checks.some(({ id, status }) => status === 'SUCCESS' && id !== SCHEMA_CHECK);
  return { name, failures, isPositive };
}

function crashed(name, log) {
  const start = `Failed to run scenario ${name}: `;
  const line = log.split('\n').find((text) => text.startsWith(start));
  return { name, failures: [line?.slice(start.length) ?? 'no result'], isPositive: false };
}

/** A requirement set also runs scenarios that it does not demand. */
function select(scenarios, names) {
  return names.map(
    (wanted) =>
      scenarios.find(({ name }) => name === wanted) ?? {
        name: wanted,
        failures: ['did not run'],
        isPositive: false,
      },
  );
}
