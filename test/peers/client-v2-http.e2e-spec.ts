import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { INestApplication } from '@nestjs/common';
import { PLATFORMS } from '../support/boot-app.js';
import { itNeedsAWord } from './approvals.js';
import { CLIENT_MODES } from './client-v2-modes.js';
import { connectClientV2 } from './client-v2.peer.js';
import { itConverses, itPings } from './conversation.js';
import type { Peer } from './peer.interface.js';
import { servePeers } from './serve-peers.js';

describe.each(PLATFORMS)('the official client over HTTP on $platform', ({ createAdapter }) => {
  let app: INestApplication;
  let url: URL;

  beforeAll(async () => ({ app, url } = await servePeers(createAdapter())));

  afterAll(() => app.close());

  describe.each(CLIENT_MODES)('$mode', ({ options, expected }) => {
    let peer: Peer;

    beforeAll(async () => {
      peer = await connectClientV2(new StreamableHTTPClientTransport(url), options);
    });

    afterAll(() => peer.close());

    itConverses(() => peer, { expected, transport: 'http', client: 'client-v2' });
    itNeedsAWord(() => peer, expected);
    if (!expected.isModern) itPings(() => peer);
  });
});
