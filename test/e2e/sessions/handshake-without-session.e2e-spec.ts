import type { McpHooks } from 'nest-mcp';
import { bootApp, PLATFORMS } from '../../support/boot-app.js';
import { McpTestClient } from 'nest-mcp/testing';

describe.each(PLATFORMS)('the handshake without sessions, on $platform', ({ createAdapter }) => {
  it('begins and ends its session once, as one with sessions does', async () => {
    const order: string[] = [];
    const hooks: McpHooks = {
      instructions: () => {
        order.push('instructions');
        return 'x';
      },
      onInit: () => void order.push('init'),
      onTerminate: (reason) => void order.push(reason),
    };
    const app = await bootApp({ createAdapter }, {}, { mcp: { hooks, sessions: false } });

    const client = await McpTestClient.overHttp(app, { protocolVersion: '2025-11-25' });
    await client.close();
    await app.close();

    expect(order).toEqual(['instructions', 'init', 'completed']);
  });
});
