import { jest } from '@jest/globals';
import {
  Client as ClientV2,
  SSEClientTransport as SseTransportV2,
  StreamableHTTPClientTransport as StreamableTransportV2,
} from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioTransportV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport as SseTransportV1 } from '@modelcontextprotocol/sdk/client/sse.js';
import { StdioClientTransport as StdioTransportV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as StreamableTransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { INestApplication } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { McpContext, McpNotificationBus, McpTool } from 'nest-mcp';
import { deferred } from '../../../src/protocol/deferred.js';
import { StockService } from '../../apps/changes/stock.service.js';
import { bootApp, PLATFORMS } from '../../support/boot-app.js';
import { compiledApps } from '../../support/compiled-apps.js';

/** Processes take their time to start on a busy machine. */
jest.setTimeout(30_000);

const INFO = { name: 'official', version: '1.0.0' };
const LEGACY = { supportedProtocolVersions: ['2025-11-25'] };

/** What both generations of the official client have in common. */
interface OfficialClient {
  fallbackNotificationHandler?: (notification: any) => Promise<void>;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
}

interface Served {
  readonly url: () => Promise<string>;
  readonly main: () => Promise<string>;
}

const stdio = async (main: Served['main']) => ({
  command: process.execPath,
  args: [await main()],
  stderr: 'ignore' as const,
});

const CLIENTS = [
  {
    client: 'client-v1 over Streamable HTTP',
    connect: async ({ url }: Served): Promise<OfficialClient> => {
      const client = new ClientV1(INFO);
      await client.connect(new StreamableTransportV1(new URL('/mcp', await url())));
      return client;
    },
  },
  {
    client: 'client-v2 over Streamable HTTP',
    connect: async ({ url }: Served): Promise<OfficialClient> => {
      const client = new ClientV2(INFO, LEGACY);
      await client.connect(new StreamableTransportV2(new URL('/mcp', await url())));
      return client;
    },
  },
  {
    client: 'client-v1 over HTTP+SSE',
    connect: async ({ url }: Served): Promise<OfficialClient> => {
      const client = new ClientV1(INFO);
      await client.connect(new SseTransportV1(new URL('/sse', await url())));
      return client;
    },
  },
  {
    client: 'client-v2 over HTTP+SSE',
    connect: async ({ url }: Served): Promise<OfficialClient> => {
      const client = new ClientV2(INFO, LEGACY);
      await client.connect(new SseTransportV2(new URL('/sse', await url())));
      return client;
    },
  },
  {
    client: 'client-v1 over stdio',
    connect: async ({ main }: Served): Promise<OfficialClient> => {
      const client = new ClientV1(INFO);
      await client.connect(new StdioTransportV1(await stdio(main)));
      return client;
    },
  },
  {
    client: 'client-v2 over stdio',
    connect: async ({ main }: Served): Promise<OfficialClient> => {
      const client = new ClientV2(INFO, LEGACY);
      await client.connect(new StdioTransportV2(await stdio(main)));
      return client;
    },
  },
];

describe.each(PLATFORMS)('notifications of own methods on $platform', ({ createAdapter }) => {
  let app: INestApplication;

  beforeAll(async () => {
    app = await bootApp(
      { createAdapter },
      { providers: [StockService] },
      { mcp: { http: { legacySse: true } }, create: { forceCloseConnections: true } },
    );
  });
  afterAll(() => app.close());

  it.each(CLIENTS)('are heard by $client, each once and in order', async ({ connect }) => {
    const client = await connect({
      url: () => app.getUrl(),
      main: async () => join(await compiledApps(), 'test/apps/changes/main.stdio.js'),
    });
    const heard: unknown[] = [];
    const all = new Promise<void>((resolve) => {
      client.fallbackNotificationHandler = async ({ method, params }) => {
        heard.push({ method, params });
        if (heard.length === 2) resolve();
      };
    });
    for (const isbn of ['978', '979']) {
      await client.callTool({ name: 'announce', arguments: { isbn } });
    }
    await all;
    await client.close();

    const method = 'notifications/stock/counted';
    expect(heard).toEqual([
      { method, params: { isbn: '978', left: '3' } },
      { method, params: { isbn: '979', left: '1' } },
    ]);
  });
});

/** Sends people to a page, which says later that they are done. */
class Till {
  private readonly id = randomUUID();

  constructor(private readonly notifications: McpNotificationBus) {}

  @McpTool()
  async pay(ctx: McpContext): Promise<string> {
    const url = `https://shop.example/pay?payment=${this.id}`;
    const { action } = await ctx.elicitUrl({ message: 'Pay', url, id: this.id });
    return action;
  }

  done(): boolean {
    return this.notifications.elicitationComplete(this.id);
  }
}

describe('the completion of an elicitation', () => {
  it('is heard by the official client whose person was sent to the page, and by no other', async () => {
    const till = { provide: Till, inject: [McpNotificationBus], useFactory: newTill };
    const create = { forceCloseConnections: true };
    const app = await bootApp(PLATFORMS[0]!, { providers: [till] }, { create });
    const completed: unknown[] = [];
    const heard = deferred<void>();
    const [payer, other] = await Promise.all(
      [0, 1].map(async (index) => {
        const client = new ClientV2(INFO, {
          ...LEGACY,
          capabilities: { elicitation: { url: {} } },
        });
        client.setRequestHandler('elicitation/create', () => ({ action: 'accept' }));
        client.setNotificationHandler('notifications/elicitation/complete', ({ params }) => {
          completed.push([index, params.elicitationId]);
          heard.resolve();
        });
        await client.connect(new StreamableTransportV2(new URL('/mcp', await app.getUrl())));
        return client;
      }),
    );
    await payer?.callTool({ name: 'pay', arguments: {} });

    expect(app.get(Till).done()).toBe(true);
    await heard.promise;
    await other?.ping();
    expect(completed).toEqual([[0, expect.stringMatching(/^[0-9a-f-]{36}$/)]]);
    await Promise.all([payer?.close(), other?.close()]);
    await app.close();
  });
});

const newTill = (notifications: McpNotificationBus) => new Till(notifications);
