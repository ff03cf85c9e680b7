import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const VERSION = '2.12.0';
const FOLDER = join(process.cwd(), 'node_modules/.cache/mcp-inspector', VERSION);
const ENTRY = join(
  FOLDER,
  'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
);

/**
 * The Inspector's entry file, installed beside the project's own dependencies on first use: it brings
 * a whole web application, which nobody who installs this project for anything else needs.
 */
export async function installedInspector(): Promise<string> {
  if (existsSync(ENTRY)) return ENTRY;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, 'package.json'), '{"private":true}\n');
  const settings = ['--no-audit', '--no-fund', '--loglevel=error', '--prefix', FOLDER];
  await promisify(execFile)('npm', [
    'install',
    ...settings,
    `@modelcontextprotocol/inspector@${VERSION}`,
  ]);
  return ENTRY;
}
