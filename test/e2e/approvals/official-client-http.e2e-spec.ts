import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Server } from 'node:http';
import { PLATFORMS } from '../../support/boot-app.js';
import { itAsksForApproval, itCannotBeAsked } from './approval-conversation.js';
import { CLIENT_ERAS, OfficialClient } from './official-client.js';
import type { Cashier } from './serve-cashier.js';
import { serveCashier } from './serve-cashier.js';

describe.each(PLATFORMS)('approvals over HTTP on $platform', (platform) => {
  let cashier: Cashier;

  beforeAll(async () => {
    cashier = await serveCashier(platform);
  });

  afterAll(() => {
    // The fetch of Node keeps a spare connection, which no server can tell from one about to be used.
    (cashier.app.getHttpServer() as Server).closeAllConnections();
    return cashier.app.close();
  });

  describe.each(CLIENT_ERAS)('for the official client of $era', ({ era, options }) => {
    let client: OfficialClient;
    let alone: OfficialClient;
    const transport = () => new StreamableHTTPClientTransport(cashier.url);

    beforeAll(async () => {
      client = await OfficialClient.connect(transport(), options);
      alone = await OfficialClient.connectAlone(transport(), options);
    });

    afterAll(() => Promise.all([client.close(), alone.close()]));

    it('speaks that revision', () => {
      expect(client.revision).toBe(era);
    });

    itAsksForApproval(() => client);

    describe('without a person', () => itCannotBeAsked(() => alone));
  });
});
