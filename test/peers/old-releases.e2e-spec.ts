import { jest } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import { PLATFORMS } from '../support/boot-app.js';
import { itNeedsAWord } from './approvals.js';
import { connectClientV1 } from './client-v1.peer.js';
import { itConverses, itPings } from './conversation.js';
import type { LoadedRelease } from './old-releases.js';
import { loadRelease, OLD_RELEASES } from './old-releases.js';
import type { Peer } from './peer.interface.js';
import { peersCommand, servePeers } from './serve-peers.js';
import { serveSsePeers } from './serve-sse-peers.js';

/** Releases are installed on first use. */
jest.setTimeout(120_000);

describe.each(OLD_RELEASES)('release $release of the official client', ({ release, expected }) => {
  let loaded: LoadedRelease;

  beforeAll(async () => {
    loaded = await loadRelease(release);
  });

  describe.each(PLATFORMS)('over HTTP on $platform', ({ createAdapter }) => {
    let app: INestApplication;
    let peer: Peer;

    beforeAll(async () => {
      const server = await servePeers(createAdapter());
      app = server.app;
      const transport = new loaded.StreamableHTTPClientTransport(server.url);
      peer = await connectClientV1(transport, loaded);
    });

    afterAll(async () => {
      await peer.close();
      await app.close();
    });

    itConverses(() => peer, { expected, transport: 'http', client: 'client-v1' });
    itNeedsAWord(() => peer, expected);
    itPings(() => peer);
  });

  describe.each(PLATFORMS)('over HTTP+SSE on $platform', ({ createAdapter }) => {
    let app: INestApplication;
    let peer: Peer;

    beforeAll(async () => {
      const server = await serveSsePeers(createAdapter());
      app = server.app;
      peer = await connectClientV1(new loaded.SSEClientTransport(server.url), loaded);
    });

    afterAll(async () => {
      await peer.close();
      await app.close();
    });

    itConverses(() => peer, { expected, transport: 'http', client: 'client-v1' });
    itNeedsAWord(() => peer, expected);
    itPings(() => peer);
  });

  describe('over stdio', () => {
    let peer: Peer;

    beforeAll(async () => {
      peer = await connectClientV1(new loaded.StdioClientTransport(await peersCommand()), loaded);
    });

    afterAll(() => peer.close());

    itConverses(() => peer, { expected, transport: 'stdio', client: 'client-v1' });
    itNeedsAWord(() => peer, expected);
    itPings(() => peer);
  });
});
