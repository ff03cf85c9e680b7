import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const compiler = fileURLToPath(new URL('./compile-apps.mjs', import.meta.url));

/** Directory of the example and the fixture applications, compiled for plain `node`. */
export async function compiledApps(): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [compiler]);
  return stdout;
}
