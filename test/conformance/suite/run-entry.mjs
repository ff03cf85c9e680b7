/**
 * Runs the suite's entry file, the first argument, with the arguments after it. Unlike the file by
 * itself, it also starts on Node 20.
 */
import { register } from 'node:module';
import { pathToFileURL } from 'node:url';

register('./fs-hooks.mjs', import.meta.url);
process.argv.splice(1, 1);
await import(pathToFileURL(process.argv[1]).href);
