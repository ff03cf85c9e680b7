import {
  SSEClientTransport as SseClientTransportV2,
  StreamableHTTPClientTransport as StreamableTransportV2,
} from '@modelcontextprotocol/client';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { INestApplication } from '@nestjs/common';
import { PLATFORMS } from '../support/boot-app.js';
import { itNeedsAWord } from './approvals.js';
import { CLIENT_MODES } from './client-v2-modes.js';
import { connectClientV1 } from './client-v1.peer.js';
import { connectClientV2 } from './client-v2.peer.js';
import { itConverses, itPings } from './conversation.js';
import { EXPECTED } from './expected-revision.js';
import type { Peer } from './peer.interface.js';
import { serveSsePeers } from './serve-sse-peers.js';

describe.each(PLATFORMS)('over HTTP+SSE on $platform', ({ createAdapter }) => {
  let app: INestApplication;
  let url: URL;

  beforeAll(async () => ({ app, url } = await serveSsePeers(createAdapter())));

  afterAll(() => app.close());

  describe('the first generation of the official client', () => {
    const expected = EXPECTED['2025-11-25'];
    let peer: Peer;

    beforeAll(async () => {
      peer = await connectClientV1(new SSEClientTransport(url));
    });

    afterAll(() => peer.close());

    itConverses(() => peer, { expected, transport: 'http', client: 'client-v1' });
    itNeedsAWord(() => peer, expected);
    itPings(() => peer);
  });

  /** There is no binding of 2026-07-28, so a client that negotiates falls back, and one that insists fails. */
  const modes = CLIENT_MODES.filter(({ mode }) => !mode.startsWith('pinned')).map((mode) =>
    mode.expected.isModern ? { ...mode, expected: EXPECTED['2025-11-25'] } : mode,
  );

  describe.each(modes)('the official client $mode', ({ options, expected }) => {
    let peer: Peer;

    beforeAll(async () => {
      peer = await connectClientV2(new SseClientTransportV2(url), options);
    });

    afterAll(() => peer.close());

    itConverses(() => peer, { expected, transport: 'http', client: 'client-v2' });
    itNeedsAWord(() => peer, expected);
    itPings(() => peer);
  });

  it('a client that insists on 2026-07-28 is told which revisions there are', async () => {
    const versionNegotiation = { mode: { pin: '2026-07-28' } };

    await expect(
      connectClientV2(new SseClientTransportV2(url), { versionNegotiation }),
    ).rejects.toMatchObject({ data: { supported: expect.arrayContaining(['2025-11-25']) } });
  });

  describe('a client that tries Streamable HTTP at the address of the stream', () => {
    it('of the first generation is told by 404 to try HTTP+SSE', async () => {
      await expect(connectClientV1(new StreamableHTTPClientTransport(url))).rejects.toMatchObject({
        code: 404,
      });
    });

    it('of the second one is told the same', async () => {
      await expect(connectClientV2(new StreamableTransportV2(url), {})).rejects.toMatchObject({
        data: { status: 404 },
      });
    });
  });
});
