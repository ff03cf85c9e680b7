import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { StdioClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { join } from 'node:path';
import { compiledApps } from '../../support/compiled-apps.js';
import { itTravels } from './it-travels.js';
import { connectV1, connectV2, MODES } from './official-clients.js';
import type { TravelClient } from './traveller.js';

const serverProcess = async () => ({
  command: process.execPath,
  args: [join(await compiledApps(), 'test/apps/asking/main.stdio.js')],
  stderr: 'ignore' as const,
});

describe('asking over stdio', () => {
  let client: TravelClient;

  describe.each(MODES)('the official client of $revision', ({ revision, options }) => {
    beforeAll(async () => {
      client = await connectV2(new StdioClientTransport(await serverProcess()), options);
    }, 30_000);

    afterAll(() => client.close());

    it('speaks that revision', () => {
      expect(client.revision).toBe(revision);
    });

    itTravels(() => client);
  });

  describe('the official client of version 1', () => {
    beforeAll(async () => {
      client = await connectV1(new TransportV1(await serverProcess()));
    }, 30_000);

    afterAll(() => client.close());

    itTravels(() => client);
  });
});
