/**
 * Compiles the package, the bookshop and some applications of `test/apps` for the processes that
 * tests start, and prints the directory. There `nest-mcp` is the package's sources of this moment,
 * whatever `dist` holds. Equal sources are compiled once, by whoever comes first.
 */
import { transform } from '@swc/core';
import { createHash } from 'node:crypto';
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import jestConfig from '../../jest.config.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const cache = join(root, 'node_modules/.cache/nest-mcp-apps');
const folders = [
  'src',
  'examples/bookshop/src',
  'test/apps/approvals',
  'test/apps/asking',
  'test/apps/changes',
  'test/apps/peers',
  'test/apps/soak',
  'test/apps/stdio',
  'test/apps/surface',
  'test/apps/skills',
  'test/apps/tasks',
  'test/apps/watched',
];
const data = 'examples/bookshop/data';

const manifest = JSON.stringify({
  name: 'nest-mcp',
  type: 'module',
  exports: { '.': './src/index.js', './*': './src/*.js' },
});
/** How many results stay; the oldest go. */
const KEPT = 8;

const [[, swc]] = Object.values(jestConfig.transform);

async function readSources() {
  const names = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(join(root, folder), { recursive: true })).map((name) => join(folder, name)),
    ),
  );
  const sources = names
    .flat()
    .filter((name) => name.endsWith('.ts') && !/[.-]spec\.ts$/.test(name))
    .sort();
  return Promise.all(
    sources.map(async (name) => ({ name, text: await readFile(join(root, name), 'utf8') })),
  );
}

async function compile({ name, text }, target) {
  const file = join(target, name.replace(/\.ts$/, '.js'));
  const { code } = await transform(text, { ...swc, filename: name, swcrc: false });
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, code);
}

async function forgetOldest() {
  const results = (await readdir(cache)).map((name) => join(cache, name));
  const aged = await Promise.all(
    results.map(async (folder) => ({ folder, at: (await stat(folder)).mtimeMs })),
  );
  const oldest = aged.sort((a, b) => b.at - a.at).slice(KEPT);
  await Promise.all(oldest.map(({ folder }) => rm(folder, { recursive: true, force: true })));
}

const sources = await readSources();
const key = createHash('sha256')
  .update(JSON.stringify([manifest, swc, sources]))
  .digest('hex');
const target = join(cache, key.slice(0, 16));
if (!existsSync(target)) {
  await mkdir(cache, { recursive: true });
  const unfinished = await mkdtemp(join(cache, 'unfinished-'));
  await writeFile(join(unfinished, 'package.json'), manifest);
  await cp(join(root, data), join(unfinished, data), { recursive: true });
  await Promise.all(sources.map((source) => compile(source, unfinished)));
  // Another process may have been as fast; its result is the same.
  await rename(unfinished, target).catch(() => rm(unfinished, { recursive: true }));
  // Others may tidy up at the same time.
  await forgetOldest().catch(() => undefined);
}
process.stdout.write(target);
