import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { join } from 'node:path';
import { compiledApps } from '../../support/compiled-apps.js';
import { itAsksForApproval, itCannotBeAsked } from './approval-conversation.js';
import { CLIENT_ERAS, OfficialClient } from './official-client.js';

describe.each(CLIENT_ERAS)('approvals over stdio for the official client of $era', (given) => {
  let client: OfficialClient;
  let alone: OfficialClient;

  beforeAll(async () => {
    const main = join(await compiledApps(), 'test/apps/approvals/main.stdio.js');
    const transport = () =>
      new StdioClientTransport({ command: process.execPath, args: [main], stderr: 'ignore' });
    client = await OfficialClient.connect(transport(), given.options);
    alone = await OfficialClient.connectAlone(transport(), given.options);
  }, 20_000);

  afterAll(() => Promise.all([client.close(), alone.close()]));

  it('speaks that revision', () => {
    expect(client.revision).toBe(given.era);
  });

  itAsksForApproval(() => client);

  describe('without a person', () => itCannotBeAsked(() => alone));
});
