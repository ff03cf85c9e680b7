import { join } from 'node:path';
import { root } from './folders.mjs';
import { run } from './run.mjs';

/** What belongs into the package. */
const BELONGS = /^(dist\/|docs\/\w[\w-]*\.md$|package\.json$|[A-Z]+\.md$|LICENSE$)/;
const TESTS = /\.(spec|fixture)\./;

/** Packs the package into `folder`. Files that do not belong are an error. */
export async function pack(folder) {
  const { ok, stdout, output } = await run(
    'npm',
    ['pack', '--json', '--foreground-scripts=false', '--pack-destination', folder],
    root,
    300_000,
  );
  if (!ok) throw new Error(`npm pack failed\n${output}`);
  const [{ filename, files }] = JSON.parse(stdout.slice(stdout.indexOf('[\n')));
  const stray = files
    .map(({ path }) => path)
    .filter((path) => !BELONGS.test(path) || TESTS.test(path));
  if (stray.length > 0) throw new Error(`files that do not belong:\n  ${stray.join('\n  ')}`);
  return { tarball: join(folder, filename), files: files.length };
}
