/**
 * Fails where an import of `src` breaks the layer rule (`layers.config.mjs`).
 *
 *   node scripts/check-layers.mjs [ROOT]     ROOT holds `src`; default: this package
 */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { forbidden, layers } from './layers.config.mjs';

const root = resolve(process.argv[2] ?? dirname(dirname(fileURLToPath(import.meta.url))));
const tsConfig = join(root, 'tsconfig.json');

const folders = (await readdir(join(root, 'src'), { withFileTypes: true }))
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);
const problems = folders
  .filter((folder) => folder !== 'testing' && !(folder in layers))
  .map((folder) => `src/${folder}\n    layer-unknown: the folder has no row in layers.config.mjs`);

const { output } = await cruise(
  ['src'],
  {
    baseDir: root,
    validate: true,
    ruleSet: { forbidden },
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    ...(existsSync(tsConfig) ? { tsConfig: { fileName: tsConfig } } : {}),
  },
  {},
  existsSync(tsConfig) ? { tsConfig: extractTSConfig(tsConfig) } : {},
);

const comments = new Map(forbidden.map(({ name, comment }) => [name, comment]));
for (const { from, to, rule, cycle } of output.summary.violations) {
  const target = cycle ? cycle.map(({ name }) => name).join(' -> ') : to;
  problems.push(`${from} -> ${target}\n    ${rule.name}: ${comments.get(rule.name)}`);
}

for (const problem of problems) console.error(problem);
console.log(
  `layers: ${output.summary.totalCruised} modules, ${output.summary.totalDependenciesCruised} imports, ${problems.length} violations`,
);
process.exitCode = problems.length > 0 ? 1 : 0;
