import { jest } from '@jest/globals';
import type { McpSubscription } from '@modelcontextprotocol/client';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { McpDispatcher } from 'nest-mcp';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { AppModule } from '../../apps/changes/app.module.js';
import { PLATFORMS } from '../../support/boot-app.js';
import { compiledApps } from '../../support/compiled-apps.js';

/** Processes take their time to start on a busy machine. */
jest.setTimeout(30_000);

const FILTER = { toolsListChanged: true, resourceSubscriptions: ['shop://stock/978'] };

const newClient = (options = {}) =>
  new Client(
    { name: 'official', version: '1.0.0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } }, ...options },
  );

const call = (client: Client, name: string, args = {}) =>
  client.callTool({ name, arguments: args });

/** What every server does for the official client, wherever it is. */
function itTellsWhatChanged(current: () => Client): void {
  it('honours what the client asks for, but for what there is not', async () => {
    const uris = ['shop://stock/978', 'shop://nothing'];
    const listen = await current().listen({
      promptsListChanged: true,
      resourceSubscriptions: uris,
    });

    expect(listen.honoredFilter).toEqual({
      promptsListChanged: true,
      resourceSubscriptions: ['shop://stock/978'],
    });
    await listen.close();
    expect(await listen.closed).toBe('local');
  });

  it('tells it of a resource and of a list, in order', async () => {
    const client = current();
    const told: string[] = [];
    const both = new Promise<void>((resolve) => {
      const hear = (what: string) => {
        told.push(what);
        if (told.length === 2) resolve();
      };
      client.setNotificationHandler('notifications/resources/updated', ({ params }) =>
        hear(params.uri),
      );
      client.setNotificationHandler('notifications/tools/list_changed', () => hear('tools'));
    });
    const listen: McpSubscription = await client.listen(FILTER);
    await call(client, 'sell', { isbn: '978' });
    await call(client, 'change', { list: 'tools' });
    await both;
    await listen.close();

    expect(told).toEqual(['shop://stock/978', 'tools']);
  });
}

describe.each(PLATFORMS)('the official client over HTTP on $platform', ({ createAdapter }) => {
  let app: INestApplication;
  let client: Client;

  beforeEach(async () => {
    app = await NestFactory.create(AppModule, createAdapter(), { logger: false });
    await app.listen(0, '127.0.0.1');
    client = newClient();
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', await app.getUrl())));
  });
  afterEach(async () => {
    await client.close();
    // After a connection it cut, fetch opens another in advance, which Node does not count as idle.
    (app.getHttpServer() as Server).closeAllConnections();
    await app.close();
  });

  itTellsWhatChanged(() => client);

  it('hears that the server closes a listen gracefully', async () => {
    const listen = await client.listen(FILTER);
    expect(app.get(McpDispatcher).snapshot().listens).toBe(1);
    await app.close();

    expect(await listen.closed).toBe('graceful');
  });
});

describe('the official client over stdio', () => {
  let client: Client;
  let transport: StdioClientTransport;

  beforeEach(async () => {
    const main = join(await compiledApps(), 'test/apps/changes/main.stdio.js');
    transport = new StdioClientTransport({
      command: process.execPath,
      args: [main],
      stderr: 'ignore',
    });
    client = newClient();
    await client.connect(transport);
  });
  afterEach(() => client.close());

  itTellsWhatChanged(() => client);

  it('hears that the server closes a listen gracefully', async () => {
    const listen = await client.listen(FILTER);
    process.kill(transport.pid as number, 'SIGTERM');

    expect(await listen.closed).toBe('graceful');
  });

  it('up to 2025-11-25 subscribes and hears', async () => {
    const main = join(await compiledApps(), 'test/apps/changes/main.stdio.js');
    const legacy = newClient({
      versionNegotiation: undefined,
      supportedProtocolVersions: ['2025-11-25'],
    });
    await legacy.connect(
      new StdioClientTransport({ command: process.execPath, args: [main], stderr: 'ignore' }),
    );
    const updated = new Promise<string>((resolve) =>
      legacy.setNotificationHandler('notifications/resources/updated', ({ params }) =>
        resolve(params.uri),
      ),
    );
    const changed = new Promise<void>((resolve) =>
      legacy.setNotificationHandler('notifications/prompts/list_changed', () => resolve()),
    );
    await legacy.subscribeResource({ uri: 'shop://stock/979' });
    await call(legacy, 'sell', { isbn: '978' });
    await call(legacy, 'sell', { isbn: '979' });
    await call(legacy, 'change', { list: 'prompts' });

    expect(await updated).toBe('shop://stock/979');
    await changed;
    await legacy.close();
  });
});
