/**
 * Module hooks with which `node` runs the TypeScript of this repository, compiled as for the tests.
 * `nest-mcp` is the package's sources, whatever `dist` holds.
 */
import { transformFile } from '@swc/core';
import { fileURLToPath } from 'node:url';
import jestConfig from '../../jest.config.mjs';

const [[, swc]] = Object.values(jestConfig.transform);
const PACKAGE = new URL('../../src/index.ts', import.meta.url).href;

export function resolve(specifier, context, next) {
  if (specifier === 'nest-mcp') return next(PACKAGE, context);
  const isOurs = specifier.startsWith('.') && context.parentURL?.endsWith('.ts');
  return next(isOurs ? specifier.replace(/\.js$/, '.ts') : specifier, context);
}

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const { code } = await transformFile(fileURLToPath(url), { ...swc, swcrc: false });
  return { format: 'module', source: code, shortCircuit: true };
}
