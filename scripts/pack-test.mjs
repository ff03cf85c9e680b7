/**
 * Packs the package, installs the tarball in small Nest applications and tests them as a user would
 * (scripts/pack/applications.mjs), and does what the pages below say, as their readers would.
 *
 *   node scripts/pack-test.mjs [NAME…] [--keep]
 *
 * NAME runs only these applications and pages; --keep leaves them on disk and prints where.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { applications } from './pack/applications.mjs';
import { layApplication } from './pack/lay-application.mjs';
import { pack } from './pack/pack.mjs';
import { printReports } from './pack/report.mjs';
import { runPage } from './pages/run-page.mjs';

/** Pages that are executed as written, besides the compiling of all of them. */
const pages = ['getting-started'];

/** The longest first, since two run at a time. */
const jobs = [
  ...applications.slice(0, 2).map(applicationJob),
  ...pages.map(pageJob),
  ...applications.slice(2).map(applicationJob),
];

function applicationJob(application) {
  const { name, steps } = application;
  const lay = (folder, tarball) => layApplication(application, folder, tarball);
  return { name, lay, steps };
}

function pageJob(name) {
  const follow = async (folder, tarball) => {
    const problem = await runPage(`docs/${name}.md`, folder, tarball);
    return { ok: problem === undefined, output: problem ?? '' };
  };
  return { name: `${name}.md`, lay: async () => {}, steps: { page: follow } };
}

async function runJob({ name, lay, steps }, base, tarball) {
  const folder = join(base, name);
  const results = {};
  await mkdir(folder);
  await lay(folder, tarball);
  for (const [step, execute] of Object.entries(steps)) {
    const started = Date.now();
    const { ok, output } = await execute(folder, tarball);
    results[step] = { ok, output, seconds: (Date.now() - started) / 1000 };
    if (step === 'install' && !ok) break;
  }
  return { name, results };
}

const { values, positionals } = parseArgs({
  options: { keep: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const selected = jobs.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
if (selected.length === 0) throw new Error(`no such application: ${positionals.join(', ')}`);

const base = await mkdtemp(join(tmpdir(), 'nest-mcp-pack-'));
try {
  const { tarball, files } = await pack(base);
  console.log(`packed ${files} files`);
  const reports = [];
  const queue = [...selected];
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      reports.push(await runJob(next, base, tarball));
    }
  };
  await Promise.all([worker(), worker()]);
  printReports(reports);
  const failed = reports.some(({ results }) => Object.values(results).some(({ ok }) => !ok));
  process.exitCode = failed ? 1 : 0;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  if (values.keep) console.log(`kept in ${base}`);
  else await rm(base, { recursive: true, force: true });
}
