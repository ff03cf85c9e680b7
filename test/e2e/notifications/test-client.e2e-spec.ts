import type { INestApplication } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import {
  McpDispatcher,
  McpNotificationBus,
  McpRegistry,
  McpResource,
  McpTelemetry,
} from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { filter, firstValueFrom } from 'rxjs';
import { bootApp, PLATFORMS } from '../../support/boot-app.js';
import { settled } from '../../support/settled.js';

@Injectable()
class Stock {
  @McpResource({ uri: 'shop://stock' })
  stock(): string {
    return 'none left';
  }
}

const LINKS = PLATFORMS.flatMap((platform) => [
  { ...platform, link: 'HTTP', connect: McpTestClient.overHttp },
  { ...platform, link: 'memory', connect: McpTestClient.inMemory },
]);

describe.each(LINKS)('McpTestClient over $link on $platform', ({ createAdapter, connect }) => {
  let app: INestApplication;
  let bus: McpNotificationBus;

  beforeEach(async () => {
    app = await bootApp({ createAdapter }, { providers: [Stock] });
    bus = app.get(McpNotificationBus);
  });
  afterEach(() => app.close());

  const modern = () => connect(app, { protocolVersion: '2026-07-28' });

  it('listens, is told what was honoured, and gets each change once', async () => {
    const client = await modern();
    const listen = await client.listen({
      toolsListChanged: true,
      resourceSubscriptions: ['shop://stock', 'shop://nothing'],
    });
    expect(listen.honored).toEqual({
      toolsListChanged: true,
      resourceSubscriptions: ['shop://stock'],
    });
    bus.resourceUpdated('shop://stock');
    await app.get(McpRegistry).registerTools([{ name: 'x', handler: () => '' }]);

    expect(await listen.next()).toMatchObject({ params: { uri: 'shop://stock' } });
    expect(await listen.next()).toMatchObject({ method: 'notifications/tools/list_changed' });
    await listen.close();
    expect(await listen.next()).toBeUndefined();
    expect(client.notifications.map(({ method }) => method)).toEqual([
      'notifications/subscriptions/acknowledged',
      'notifications/resources/updated',
      'notifications/tools/list_changed',
    ]);
  });

  it('has several listens at once, and calls beside them', async () => {
    const client = await modern();
    const tools = await client.listen({ toolsListChanged: true });
    const prompts = await client.listen({ promptsListChanged: true });
    expect(await client.listTools()).toEqual([]);
    bus.listChanged('prompts');
    bus.listChanged('tools');

    expect(await prompts.next()).toMatchObject({ method: 'notifications/prompts/list_changed' });
    expect(await tools.next()).toMatchObject({ method: 'notifications/tools/list_changed' });
    await Promise.all([tools.close(), prompts.close()]);
    expect([tools.notifications.length, prompts.notifications.length]).toEqual([1, 1]);
  });

  it('closes a listen, after which the server holds nothing of it', async () => {
    const client = await modern();
    const listen = await client.listen({ toolsListChanged: true });
    const dispatcher = app.get(McpDispatcher);
    expect(dispatcher.snapshot()).toMatchObject({ listens: 1, pending: 1 });
    const isClosed = firstValueFrom(
      app.get(McpTelemetry).events$.pipe(filter(({ type }) => type === 'listen_closed')),
    );

    await listen.close();

    expect(await isClosed).toMatchObject({ by: 'client' });
    expect(dispatcher.snapshot()).toMatchObject({ listens: 0 });
    expect(await listen.closed).toBe('local');
  });

  it('hears how the server ended a listen', async () => {
    const listen = await (await modern()).listen({ toolsListChanged: true });
    const heard: unknown[] = [];
    const reading = (async () => {
      for await (const notification of listen) heard.push(notification);
    })();
    await app.close();
    await reading;

    expect(await listen.closed).toBe('graceful');
    expect(heard).toEqual([]);
  });

  it('is told why a listen is refused', async () => {
    const client = await modern();

    await expect(client.listen({ resourceSubscriptions: 'x' as never })).rejects.toMatchObject({
      code: -32602,
    });
  });

  it('cannot listen up to 2025-11-25', async () => {
    const client = await connect(app, { protocolVersion: '2025-11-25' });

    await expect(client.listen({ toolsListChanged: true })).rejects.toMatchObject({ code: -32601 });
    await client.close();
  });

  it('subscribes and unsubscribes up to 2025-11-25', async () => {
    const client = await connect(app, { protocolVersion: '2025-11-25' });
    const count = () => app.get(McpDispatcher).snapshot().subscriptions;
    await client.subscribeResource('shop://stock');
    expect(count()).toBe(1);
    await client.unsubscribeResource('shop://stock');
    expect(count()).toBe(0);
    await expect(client.subscribeResource('shop://nothing')).rejects.toMatchObject({
      code: -32002,
    });
    await client.subscribeResource('shop://stock');
    await client.close();

    expect(count()).toBe(0);
  });
});

describe('McpTestClient in memory, up to 2025-11-25', () => {
  let app: INestApplication;
  let client: McpTestClient;

  beforeEach(async () => {
    app = await bootApp(PLATFORMS[0]!, { providers: [Stock] });
    client = await McpTestClient.inMemory(app, { protocolVersion: '2025-06-18' });
  });
  afterEach(() => app.close());

  it('is told what it subscribed to, and what lists changed', async () => {
    const bus = app.get(McpNotificationBus);
    await client.subscribeResource('shop://stock');
    bus.resourceUpdated('shop://stock');
    bus.listChanged('prompts');

    expect(await client.nextNotification('notifications/prompts/list_changed')).toMatchObject({
      params: {},
    });
    expect(await client.nextNotification('notifications/resources/updated')).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/resources/updated',
      params: { uri: 'shop://stock' },
    });
    bus.resourceUpdated('shop://stock');
    await client.nextNotification('notifications/resources/updated');
    expect(client.notifications).toHaveLength(3);
  });

  it('waits for no notification after it is closed', async () => {
    const waiting = client.nextNotification('notifications/tools/list_changed');
    const refusal = waiting.catch((thrown: unknown) => thrown);
    await client.close();
    expect(String(await refusal)).toContain('before notifications/tools/list_changed came');

    await expect(client.nextNotification('notifications/tools/list_changed')).rejects.toThrow(
      'closed',
    );
  });

  it('is told nothing after it is closed', async () => {
    await client.close();
    app.get(McpNotificationBus).listChanged('tools');
    await settled();

    expect(client.notifications).toEqual([]);
  });
});
