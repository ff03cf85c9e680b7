const WITH_GLOB_SYNC = new URL('./fs-with-glob-sync.mjs', import.meta.url).href;

/** Gives the suite, and nobody else, a `node:fs` that has `globSync`. */
export function resolve(specifier, context, next) {
  const isSuite = context.parentURL?.includes('/@modelcontextprotocol/conformance/');
  const isFs = specifier === 'fs' || specifier === 'node:fs';
  return next(isSuite && isFs ? WITH_GLOB_SYNC : specifier, context);
}
