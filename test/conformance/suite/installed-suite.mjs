import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** `latest` does not know 2026-07-28, so the version is fixed here. */
export const VERSION = '0.2.0-alpha.12';

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
const folder = join(root, 'node_modules/.cache/mcp-conformance', VERSION);
const suite = join(folder, 'node_modules/@modelcontextprotocol/conformance');
/** npm writes it last, so half an installation does not have it. */
const installed = join(folder, 'node_modules/.package-lock.json');

/**
 * The official suite's entry file, installed beside the project's own dependencies on first use: it
 * is a hundred packages that nobody needs who installs this project for anything else.
 */
export async function installedSuite() {
  const entry = join(suite, 'dist/index.js');
  if (existsSync(installed)) return entry;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"private":true}\n');
  const settings = ['--no-audit', '--no-fund', '--loglevel=error', '--prefix', folder];
  await promisify(execFile)('npm', [
    'install',
    ...settings,
    `@modelcontextprotocol/conformance@${VERSION}`,
  ]);
  return entry;
}

/** Names of the scenarios that a server must pass to conform to a revision. */
export async function requiredScenarios(revision) {
  const { parse } = createRequire(join(suite, 'package.json'))('yaml');
  const text = await readFile(join(suite, 'requirements', `${revision}.yaml`), 'utf8');
  return parse(text).server;
}
