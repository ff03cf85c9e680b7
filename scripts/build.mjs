/**
 * Builds `dist/esm` (ES modules) and `dist/cjs` (CommonJS), each with declarations and source maps,
 * then checks that every file the manifest promises was written.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');

/** Compiles one project; resolves to true where the compiler found nothing wrong. */
function compile(project) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [tsc, '-p', project], { cwd: root, stdio: 'inherit' });
    child.on('error', reject);
    child.on('close', (code) => resolve(code === 0));
  });
}

/** Every relative path named by the manifest as an entry point of the package. */
function promisedFiles(value) {
  if (typeof value === 'string') return value.startsWith('./dist/') ? [value] : [];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(promisedFiles);
}

/**
 * Makes `import('x')` a plain `require('x')`. TypeScript puts that into a function of its own, where bundlers no
 * longer see the `try` by which an optional peer may be missing.
 */
async function keepRequiresInTry(folder) {
  for (const path of await readdir(folder, { recursive: true })) {
    if (!path.endsWith('.js')) continue;
    const text = await readFile(join(folder, path), 'utf8');
    const plain = text.replaceAll(
      /Promise\.resolve\(\)\.then\(\(\) => (__importStar\(require\('[^']+'\)\))\)/g,
      '$1',
    );
    if (plain !== text) await writeFile(join(folder, path), plain);
  }
}

await rm(join(root, 'dist'), { recursive: true, force: true });
const compiled = await Promise.all(['tsconfig.build.json', 'tsconfig.build.cjs.json'].map(compile));
// The compiler has said why.
if (compiled.includes(false)) process.exit(1);

// The package is `"type": "module"`; without this Node would read the CommonJS build as ES modules.
await writeFile(join(root, 'dist/cjs/package.json'), '{ "type": "commonjs" }\n');

await keepRequiresInTry(join(root, 'dist/cjs'));

const { main, module, types, exports, typesVersions } = JSON.parse(
  await readFile(join(root, 'package.json'), 'utf8'),
);
const missing = [...new Set(promisedFiles([main, module, types, exports, typesVersions]))].filter(
  (file) => !existsSync(join(root, file)),
);
if (missing.length > 0) {
  console.error(`package.json names files the build did not write:\n  ${missing.join('\n  ')}`);
  process.exit(1);
}
console.log('built dist/esm and dist/cjs');
