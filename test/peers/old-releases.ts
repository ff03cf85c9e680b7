import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installedPackage } from '../support/installed-package.js';
import { EXPECTED, type ExpectedRevision } from './expected-revision.js';
import type { ClientV1Release } from './client-v1.peer.js';

type HttpTransports = typeof import('@modelcontextprotocol/sdk/client/streamableHttp.js');
type SseTransports = typeof import('@modelcontextprotocol/sdk/client/sse.js');
type StdioTransports = typeof import('@modelcontextprotocol/sdk/client/stdio.js');

/** A release of the first generation of the official client, and the revision it knows as the newest. */
export interface OldRelease {
  readonly release: string;
  readonly expected: ExpectedRevision;
}

export const OLD_RELEASES: readonly OldRelease[] = [
  { release: '1.10.2', expected: EXPECTED['2024-11-05'] },
  { release: '1.11.4', expected: EXPECTED['2025-03-26'] },
  { release: '1.17.5', expected: EXPECTED['2025-06-18'] },
  { release: '1.20.2', expected: EXPECTED['2025-06-18'] },
];

/** The client of an old release, and its transports. */
export interface LoadedRelease
  extends
    ClientV1Release,
    Pick<HttpTransports, 'StreamableHTTPClientTransport'>,
    Pick<SseTransports, 'SSEClientTransport'>,
    Pick<StdioTransports, 'StdioClientTransport'> {}

const FILES = [
  'client/index.js',
  'types.js',
  'client/streamableHttp.js',
  'client/sse.js',
  'client/stdio.js',
];

/** A release as a copy of its own, with the libraries it wants. */
export async function loadRelease(release: string): Promise<LoadedRelease> {
  const folder = await installedPackage('mcp-clients', '@modelcontextprotocol/sdk', release);
  const loaded = {};
  // One after the other: jest cannot link two graphs that share a module at the same time.
  for (const file of FILES) {
    Object.assign(loaded, await import(pathToFileURL(join(folder, 'dist/esm', file)).href));
  }
  return loaded as LoadedRelease;
}
