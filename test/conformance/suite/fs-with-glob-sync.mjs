import fs from 'node:fs';

export * from 'node:fs';
export default fs;

/** Since Node 22. The suite imports it for a command that is not run here. */
export const globSync = fs.globSync ?? (() => []);
