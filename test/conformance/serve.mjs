/**
 * Starts the server that the official conformance suite is run against, from the sources as they are
 * now, on `PORT` of this machine (default 3000; 0 takes a free one), and prints its address.
 */
import { register } from 'node:module';

register('./typescript-hooks.mjs', import.meta.url);
await import('./server/main.ts');
