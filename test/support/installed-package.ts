import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const CACHE = join(process.cwd(), 'node_modules/.cache');

/**
 * The folder of a package that is installed on first use, beside the project's own dependencies: a
 * second release of one of them, or what nobody needs who installs this project for anything else.
 *
 * @throws Error where it is not there yet and cannot be installed, for example offline
 */
export async function installedPackage(
  cacheFolder: string,
  name: string,
  version: string,
): Promise<string> {
  const folder = join(CACHE, cacheFolder, version);
  if (!existsSync(join(folder, 'node_modules', name))) await install(folder, `${name}@${version}`);
  return join(folder, 'node_modules', name);
}

/** Installs elsewhere and moves it, so that suites in other processes never see half of it. */
async function install(folder: string, spec: string): Promise<void> {
  await mkdir(join(folder, '..'), { recursive: true });
  const unfinished = await mkdtemp(`${folder}-unfinished-`);
  await writeFile(join(unfinished, 'package.json'), '{"private":true}\n');
  const settings = ['--no-audit', '--no-fund', '--loglevel=error', '--prefix', unfinished];
  try {
    await promisify(execFile)('npm', ['install', ...settings, spec]);
  } catch (cause) {
    await rm(unfinished, { recursive: true, force: true });
    const message = `${spec} is installed when a test first needs it, and that failed; run the test once with access to the npm registry`;
    throw new Error(message, { cause });
  }
  // Another process may have been as fast, or a folder without the package may be in the way.
  await rename(unfinished, folder).catch(async () => {
    if (existsSync(join(folder, 'node_modules'))) return rm(unfinished, { recursive: true });
    await rm(folder, { recursive: true, force: true });
    return rename(unfinished, folder);
  });
}
