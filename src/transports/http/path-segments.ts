/** The parts of a path between slashes; those at either end and double ones do not count. */
export const pathSegments = (path: string): readonly string[] => path.split('/').filter(Boolean);

/** One spelling for paths that routers take for the same, as they ignore case by default. */
export const normalPath = (path: string): string => pathSegments(path.toLowerCase()).join('/');
