import { jest } from '@jest/globals';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { INestApplication } from '@nestjs/common';
import { PLATFORMS } from '../support/boot-app.js';
import { itNeedsAWord } from './approvals.js';
import { connectClientV1 } from './client-v1.peer.js';
import { itConverses, itPings } from './conversation.js';
import { EXPECTED } from './expected-revision.js';
import type { Peer } from './peer.interface.js';
import { peersCommand, servePeers } from './serve-peers.js';

/** Processes take their time to start on a busy machine. */
jest.setTimeout(30_000);

const encounter = { expected: EXPECTED['2025-11-25'], client: 'client-v1' };

describe('the first generation of the official client', () => {
  describe.each(PLATFORMS)('over HTTP on $platform', ({ createAdapter }) => {
    let app: INestApplication;
    let peer: Peer;

    beforeAll(async () => {
      const server = await servePeers(createAdapter());
      app = server.app;
      peer = await connectClientV1(new StreamableHTTPClientTransport(server.url));
    });

    afterAll(async () => {
      await peer.close();
      await app.close();
    });

    itConverses(() => peer, { ...encounter, transport: 'http' });
    itNeedsAWord(() => peer, encounter.expected);
    itPings(() => peer);
  });

  describe('over stdio', () => {
    let peer: Peer;

    beforeAll(async () => {
      peer = await connectClientV1(new StdioClientTransport(await peersCommand()));
    });

    afterAll(() => peer.close());

    itConverses(() => peer, { ...encounter, transport: 'stdio' });
    itNeedsAWord(() => peer, encounter.expected);
    itPings(() => peer);
  });
});
