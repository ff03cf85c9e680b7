/** What is done in an application, each given its folder. The result tells whether it went well. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startAndCall } from './start-and-call.mjs';
import { run, runNode } from './run.mjs';

const TSC = 'node_modules/typescript/bin/tsc';
const NEST = 'node_modules/@nestjs/cli/bin/nest.js';
/** Stricter than any starter. */
const STRICT = ['strict', 'exactOptionalPropertyTypes', 'noUncheckedIndexedAccess'];

export const install = (cwd) => {
  const quiet = ['--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
  return run('npm', ['install', '--prefer-offline', ...quiet], cwd, 240_000);
};

export const jest = (cwd) => run('npm', ['test'], cwd);

/** The same specs. */
export const vitest = (cwd) => runNode(['node_modules/vitest/vitest.mjs', 'run'], cwd);

export const oneCopy = (cwd) => runNode(['single-copy.mjs'], cwd);

/** Ruins the installation, so it comes last. */
export const peers = (cwd) => runNode(['without-peers.mjs'], cwd);

/** The same of the CommonJS build. */
export const commonJsPeers = (cwd) =>
  runNode(['--no-experimental-require-module', 'without-peers.mjs'], cwd);

/** The sources as other projects resolve modules: newer CommonJS starters, bundlers. */
export async function resolvers(cwd) {
  const { type } = JSON.parse(await readFile(join(cwd, 'package.json'), 'utf8'));
  const args =
    type === 'module'
      ? ['--module', 'esnext', '--moduleResolution', 'bundler', '--verbatimModuleSyntax']
      : ['--module', 'nodenext', '--moduleResolution', 'nodenext', '--isolatedModules'];
  return runNode([TSC, '--noEmit', ...args], cwd);
}

/** The sources and our declarations, stricter than any starter is. */
export const types = (cwd) => checkTypes(TSC, cwd);

/** The compiler written in Go. */
export const typescript7 = (cwd) => checkTypes('node_modules/typescript-7/bin/tsc', cwd);

async function checkTypes(tsc, cwd) {
  const strict = STRICT.map((option) => `--${option}`);
  const args = [tsc, '--noEmit', '--skipLibCheck', 'false', '--pretty', 'false', ...strict];
  const { ok, output } = await runNode(args, cwd);
  if (ok) return { ok, output };
  const lines = output.split('\n').filter((line) => line !== '');
  // Declarations of Nest and its friends are not ours to mend.
  const theirs = /^(?:node_modules\/(?!nest-mcp\/)|\s)/;
  const ours = lines.filter((line) => !theirs.test(line));
  return { ok: ours.length === 0, output: lines.join('\n') };
}

/** `nest build` as it comes; what it built is started and called. */
export const build = (builder) => (cwd) => buildAndCall(cwd, ['--builder', builder]);

/** What webpack may not say of our files; that it does not find an optional peer is a warning. */
const COMPLAINT =
  /ERROR in \.\/node_modules\/nest-mcp|WARNING in \.\/node_modules\/nest-mcp.*\n(?!Module not found)/;

/** Everything in one file, which must run where nothing is installed. Optional peers are missing. */
export const bundle = (cwd) =>
  buildAndCall(cwd, ['--builder', 'webpack', '--webpackPath', 'webpack.bundle.js'], {
    alone: true,
    complaint: COMPLAINT,
  });

async function buildAndCall(cwd, args, { alone = false, complaint } = {}) {
  await rm(join(cwd, 'dist'), { recursive: true, force: true });
  const built = await runNode([NEST, 'build', ...args], cwd);
  if (!built.ok || complaint?.test(built.output)) return { ok: false, output: built.output };
  return startAndCall(cwd, alone);
}
