import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const REQUIRED = /\brequire\("(?<name>[^"]+)"\)/g;

/**
 * A CommonJS package that requires ES modules, which Node can do and jest cannot: what it requires of
 * other packages is imported first, and handed to it.
 */
export async function loadCommonJs<T>(name: string): Promise<T> {
  const main = createRequire(import.meta.url).resolve(name);
  const sources = new Map<string, string>();
  const foreign = new Map<string, unknown>();
  const open = [main];
  for (const path of open) {
    if (sources.has(path)) continue;
    const source = readFileSync(path, 'utf8');
    sources.set(path, source);
    for (const { groups } of source.matchAll(REQUIRED)) {
      const required = groups?.name ?? '';
      if (required.startsWith('.')) open.push(createRequire(path).resolve(required));
      else foreign.set(required, await import(required));
    }
  }
  return evaluate(main, sources, foreign) as T;
}

function evaluate(
  main: string,
  sources: ReadonlyMap<string, string>,
  foreign: ReadonlyMap<string, unknown>,
): unknown {
  const modules = new Map<string, { exports: object }>();
  const load = (path: string): object => {
    const known = modules.get(path);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    modules.set(path, module);
    const require = (required: string): unknown =>
      required.startsWith('.')
        ? load(createRequire(path).resolve(required))
        : foreign.get(required);
    new Function('module', 'exports', 'require', sources.get(path) ?? '')(
      module,
      module.exports,
      require,
    );
    return module.exports;
  };
  return load(main);
}
