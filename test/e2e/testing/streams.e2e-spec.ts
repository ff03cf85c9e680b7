import type { INestApplication } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { McpNotificationBus, McpResource, McpSessions } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { bootApp, PLATFORMS } from '../../support/boot-app.js';

@Injectable()
class Stock {
  @McpResource({ uri: 'shop://stock' })
  stock(): string {
    return 'none left';
  }
}

const LEGACY = { protocolVersion: '2025-11-25' };

describe.each(PLATFORMS)('the stream of a session on $platform', ({ createAdapter }) => {
  let app: INestApplication;
  let bus: McpNotificationBus;
  let client: McpTestClient;

  beforeAll(async () => {
    app = await bootApp({ createAdapter }, { providers: [Stock] });
    bus = app.get(McpNotificationBus);
  });
  afterAll(() => app.close());

  beforeEach(async () => {
    client = await McpTestClient.overHttp(app, LEGACY);
  });
  afterEach(() => client.close());

  it('brings what belongs to no request', async () => {
    await client.subscribeResource('shop://stock');
    await client.openStream();
    await client.openStream();
    bus.resourceUpdated('shop://stock');
    bus.listChanged('prompts');

    expect(await client.nextNotification('notifications/resources/updated')).toMatchObject({
      params: { uri: 'shop://stock' },
    });
    await client.nextNotification('notifications/prompts/list_changed');
    expect(client.notifications).toHaveLength(2);
  });

  it('lets a test wait between requests, until it ends', async () => {
    await client.openStream();
    const never = client.nextNotification('notifications/never');
    await client.listTools();
    for (const session of app.get(McpSessions).list()) session.stop();

    await expect(never).rejects.toThrow('notifications/never did not come');
  });

  it('is what a test must open to wait between requests', async () => {
    const never = client.nextNotification('notifications/tools/list_changed');

    await expect(never).rejects.toThrow('nothing is under way that could bring it');
  });

  it('is refused where there are no sessions', async () => {
    const without = await bootApp(
      { createAdapter },
      { providers: [Stock] },
      { mcp: { sessions: false } },
    );
    const alone = await McpTestClient.overHttp(without, LEGACY);

    await expect(alone.openStream()).rejects.toThrow('the stream of the session failed (HTTP 405)');
    await without.close();
  });
});

describe('where there is no such stream', () => {
  it('needs none in memory', async () => {
    const app = await bootApp(PLATFORMS[0]!, { providers: [Stock] });
    const client = await McpTestClient.inMemory(app, LEGACY);
    await client.openStream();
    app.get(McpNotificationBus).listChanged('tools');

    await client.nextNotification('notifications/tools/list_changed');
    const modern = await McpTestClient.overHttp(app);
    await expect(modern.openStream()).rejects.toThrow('2026-07-28 has no stream for a client');
    await app.close();
  });
});
