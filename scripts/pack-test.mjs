/**
 * Packs the package, installs the tarball in small Nest applications and tests them as a user would:
 * type-check, one copy under `import` and `require`, and end-to-end specs under jest.
 *
 *   node scripts/pack-test.mjs [NAME…] [--keep]
 *
 * NAME runs only these applications; --keep leaves them on disk and prints where.
 */
import { spawn } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const fixtures = join(root, 'test/pack/fixtures');

/** `template` is a folder of test/pack/fixtures; `versions` replaces versions of its manifest. */
const applications = [
  {
    name: 'nest-12-esm',
    template: 'esm',
    versions: nest({ common: '12.5.1', core: '12.5.1', express: '12.5.1', testing: '12.1.1' }),
  },
  {
    name: 'nest-11-cjs',
    template: 'cjs',
    versions: nest({ common: '11.2.10', core: '11.2.10', express: '11.2.10', testing: '11.2.6' }),
  },
  {
    // 12.0.0 cannot be installed: its packages still ask for Nest 11 as peers.
    name: 'nest-12-lowest-esm',
    template: 'esm',
    versions: {
      ...nest({ common: '12.0.1', core: '12.0.1', express: '12.0.1', testing: '12.0.1' }),
      typescript: '5.9.3',
    },
  },
  {
    // The lowest version of every peer dependency at once.
    name: 'nest-11-lowest-cjs',
    template: 'cjs',
    versions: {
      ...nest({ common: '11.0.0', core: '11.0.0', express: '11.0.0', testing: '11.0.0' }),
      'class-validator': '0.14.0',
      'reflect-metadata': '0.1.12',
      rxjs: '7.2.0',
      jest: '29.7.0',
      '@types/jest': '29.5.14',
      typescript: '5.7.3',
    },
  },
];

function nest({ common, core, express, testing }) {
  return {
    '@nestjs/common': common,
    '@nestjs/core': core,
    '@nestjs/platform-express': express,
    '@nestjs/testing': testing,
  };
}

/** Runs a command without a shell; output is collected, a hanging command is ended. */
function run(command, args, cwd, timeout = 120_000) {
  return new Promise((resolve) => {
    const env = { ...process.env, NODE_ENV: undefined, NODE_OPTIONS: undefined, FORCE_COLOR: '0' };
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => (stdout += chunk));
    child.stderr.on('data', (chunk) => (stderr += chunk));
    child.on('error', (error) => resolve({ ok: false, stdout, output: String(error) }));
    child.on('close', (code, signal) => {
      const ending = signal === null ? '' : `\nended by ${signal} after ${timeout} ms`;
      resolve({ ok: code === 0, stdout, output: stdout + stderr + ending });
    });
  });
}

async function pack(folder) {
  const { ok, stdout, output } = await run(
    'npm',
    ['pack', '--json', '--foreground-scripts=false', '--pack-destination', folder],
    root,
  );
  if (!ok) throw new Error(`npm pack failed\n${output}`);
  const [{ filename, files }] = JSON.parse(stdout.slice(stdout.indexOf('[\n')));
  const stray = files
    .map(({ path }) => path)
    .filter(
      (path) =>
        !/^(dist\/|docs\/\w[\w-]*\.md$|package\.json$|[A-Z]+\.md$|LICENSE$)/.test(path) ||
        /\.(spec|fixture)\./.test(path),
    );
  if (stray.length > 0) throw new Error(`files that do not belong:\n  ${stray.join('\n  ')}`);
  return { tarball: join(folder, filename), files: files.length };
}

/** Lays the application out in `folder`; CommonJS starters import without the `.js` ending. */
async function lay({ template, versions }, folder, tarball) {
  await cp(join(fixtures, 'shared'), folder, { recursive: true });
  await cp(join(fixtures, template), folder, { recursive: true });
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  for (const [name, version] of Object.entries(versions)) {
    const group = name in manifest.devDependencies ? 'devDependencies' : 'dependencies';
    manifest[group][name] = version;
  }
  manifest.dependencies['nest-mcp'] = `file:${tarball}`;
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
  if (template !== 'cjs') return;
  for (const part of ['src', 'test']) {
    for (const file of await readdir(join(folder, part))) {
      const text = await readFile(join(folder, part, file), 'utf8');
      await writeFile(
        join(folder, part, file),
        text.replace(/from '(\.\.?\/.*)\.js'/g, "from '$1'"),
      );
    }
  }
}

/** Errors of our declarations only: those of Nest and its friends are not ours to fix. */
async function checkDeclarations(cwd) {
  const tsc = ['node_modules/typescript/bin/tsc', '--noEmit', '--skipLibCheck', 'false'];
  const { output } = await run(process.execPath, tsc, cwd);
  const ours = output.split('\n').filter((line) => line.startsWith('node_modules/nest-mcp/'));
  return { ok: ours.length === 0, output: ours.join('\n') };
}

/** The same sources as other projects resolve them: newer CommonJS starters, bundlers. */
async function checkOtherResolvers(cwd) {
  const { type } = JSON.parse(await readFile(join(cwd, 'package.json'), 'utf8'));
  const resolvers = type === 'module' ? [['esnext', 'bundler']] : [['nodenext'], ['node16']];
  const results = [];
  for (const [module, moduleResolution = module] of resolvers) {
    const args = ['--noEmit', '--module', module, '--moduleResolution', moduleResolution];
    results.push(await run(process.execPath, ['node_modules/typescript/bin/tsc', ...args], cwd));
  }
  return {
    ok: results.every(({ ok }) => ok),
    output: results.map(({ output }) => output).join('\n'),
  };
}

const install = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--no-package-lock'];
const steps = {
  install: (cwd) => run('npm', [...install, '--loglevel=error'], cwd, 180_000),
  typecheck: (cwd) => run('npm', ['run', 'typecheck'], cwd),
  resolvers: checkOtherResolvers,
  declarations: checkDeclarations,
  'one copy': (cwd) => run(process.execPath, ['single-copy.mjs'], cwd),
  test: (cwd) => run('npm', ['test'], cwd),
};

async function testApplication(application, base, tarball) {
  const folder = join(base, application.name);
  const results = {};
  await lay(application, folder, tarball);
  for (const [step, execute] of Object.entries(steps)) {
    const started = Date.now();
    const { ok, output } = await execute(folder);
    results[step] = { ok, output, seconds: (Date.now() - started) / 1000 };
    if (step === 'install' && !ok) break;
  }
  return { name: application.name, results };
}

/** A failed install names the registry's address, which is nobody's business in a log. */
const withoutHosts = (text) => text.replace(/https?:\/\/[^/\s]+/g, 'https://registry');

function cell(result) {
  if (result === undefined) return 'not run';
  return `${result.ok ? 'ok' : 'FAILED'} ${result.seconds.toFixed(1)} s`;
}

function print(reports) {
  for (const { name, results } of reports) {
    for (const [step, { ok, output }] of Object.entries(results)) {
      if (!ok) console.error(`\n--- ${name}: ${step} failed ---\n${withoutHosts(output.trim())}`);
    }
  }
  const header = ['application', ...Object.keys(steps)];
  const rows = reports.map(({ name, results }) => [
    name,
    ...Object.keys(steps).map((step) => cell(results[step])),
  ]);
  const widths = header.map((_, i) => Math.max(...[header, ...rows].map((row) => row[i].length)));
  console.log();
  for (const row of [header, ...rows]) {
    console.log(
      row
        .map((text, i) => text.padEnd(widths[i]))
        .join('  ')
        .trimEnd(),
    );
  }
}

const { values, positionals } = parseArgs({
  options: { keep: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const selected = applications.filter(
  ({ name }) => positionals.length === 0 || positionals.includes(name),
);
if (selected.length === 0) throw new Error(`no such application: ${positionals.join(', ')}`);

const base = await mkdtemp(join(tmpdir(), 'nest-mcp-pack-'));
try {
  const { tarball, files } = await pack(base);
  console.log(`packed ${files} files`);
  const reports = [];
  const queue = [...selected];
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      reports.push(await testApplication(next, base, tarball));
    }
  };
  await Promise.all([worker(), worker()]);
  print(reports);
  const failed = reports.some(({ results }) => Object.values(results).some(({ ok }) => !ok));
  process.exitCode = failed ? 1 : 0;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  if (values.keep) console.log(`kept in ${base}`);
  else await rm(base, { recursive: true, force: true });
}
