import { jest } from '@jest/globals';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { itNeedsAWord } from './approvals.js';
import { CLIENT_MODES } from './client-v2-modes.js';
import { connectClientV2 } from './client-v2.peer.js';
import { itConverses, itPings } from './conversation.js';
import type { Peer } from './peer.interface.js';
import { peersCommand } from './serve-peers.js';

/** Processes take their time to start on a busy machine. */
jest.setTimeout(30_000);

describe('the official client over stdio', () => {
  describe.each(CLIENT_MODES)('$mode', ({ options, expected }) => {
    let peer: Peer;

    beforeAll(async () => {
      peer = await connectClientV2(new StdioClientTransport(await peersCommand()), options);
    });

    afterAll(() => peer.close());

    itConverses(() => peer, { expected, transport: 'stdio', client: 'client-v2' });
    itNeedsAWord(() => peer, expected);
    if (!expected.isModern) itPings(() => peer);
  });
});
