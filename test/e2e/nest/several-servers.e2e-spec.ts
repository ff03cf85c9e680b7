import type { INestApplication } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import type { HttpOptions, SessionOptions } from 'nest-mcp';
import {
  InjectMcp,
  McpDispatcher,
  McpModule,
  McpRegistry,
  McpTool,
  MemorySessionStore,
} from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import type { Server } from 'node:http';
import request from 'supertest';
import { PLATFORMS } from '../../support/boot-app.js';
import { settled } from '../../support/settled.js';
import { SseWire } from '../../support/sse-wire.js';
import { WireClient } from '../../support/wire-client.js';
import { legacyCall, legacyRequest } from '../../support/wire-messages.js';

@Injectable()
class Tools {
  @McpTool()
  visit(): string {
    return 'public';
  }

  @McpTool({ server: 'admin' })
  restart(): string {
    return 'restarted';
  }

  @McpTool({ server: ['default', 'admin'] })
  status(): string {
    return 'fine';
  }

  @McpTool({ name: 'visit', server: 'admin' })
  inspect(): string {
    return 'secret';
  }
}

@Injectable()
class Reporter {
  constructor(
    readonly registry: McpRegistry,
    readonly dispatcher: McpDispatcher,
    @InjectMcp('admin', McpRegistry) readonly adminRegistry: McpRegistry,
    @InjectMcp('admin', McpDispatcher) readonly adminDispatcher: McpDispatcher,
  ) {}
}

describe.each(PLATFORMS)('two servers of one application on $platform', (platform) => {
  let app: INestApplication;

  beforeAll(async () => {
    const testing = await Test.createTestingModule({
      imports: [
        McpModule.forRoot({ name: 'shop' }),
        McpModule.forRoot({ id: 'admin', name: 'back office', http: { path: 'admin/mcp' } }),
      ],
      providers: [Tools, Reporter],
    }).compile();
    app = testing.createNestApplication(platform.createAdapter(), { logger: false });
    await app.listen(0, '127.0.0.1');
  });

  afterAll(() => app.close());

  it.each([
    { server: 'default', tools: ['status', 'visit'] },
    { server: 'admin', tools: ['restart', 'status', 'visit'] },
  ])('the $server one lists its own tools', async ({ server, tools }) => {
    const client = await McpTestClient.overHttp(app, { server });

    expect((await client.listTools()).map(({ name }) => name)).toEqual(tools);
  });

  it.each([
    { server: 'default', text: 'public' },
    { server: 'admin', text: 'secret' },
  ])('the $server one runs its own tool of a name both have', async ({ server, text }) => {
    const client = await McpTestClient.overHttp(app, { server });

    expect((await client.callTool('visit')).content).toEqual([{ type: 'text', text }]);
  });

  it('one does not know the tools of the other', async () => {
    const client = await McpTestClient.overHttp(app, { server: 'default' });

    await expect(client.callTool('restart')).rejects.toThrow('Tool not found: restart');
  });

  it('one does not know the sessions of the other', async () => {
    const server = app.getHttpServer() as Server;
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'a', version: '1' },
    };
    const opened = await request(server)
      .post('/mcp')
      .set('accept', 'application/json')
      .send({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
    const session = { 'mcp-session-id': opened.headers['mcp-session-id'] as string };

    const ended = await request(server).delete('/admin/mcp').set(session);

    expect(ended.status).toBe(404);
  });

  it('are injected apart', () => {
    const reporter = app.get(Reporter);

    expect(reporter.adminRegistry.catalogue.findTool('restart')).toBeDefined();
    expect(reporter.registry.catalogue.findTool('restart')).toBeUndefined();
    expect(reporter.adminDispatcher).not.toBe(reporter.dispatcher);
  });
});

describe('two servers at one path', () => {
  const HTTP: readonly (readonly [
    what: string,
    first: HttpOptions,
    second: HttpOptions,
    path: string,
  ])[] = [
    ['the default one', {}, {}, 'mcp'],
    ['one written in another way', { path: 'ai/mcp' }, { path: '/AI/mcp/' }, '/AI/mcp/'],
    ['that of HTTP+SSE', { legacySse: true }, { path: 'admin', legacySse: true }, 'sse'],
    [
      'that of messages',
      { legacySse: { path: 'a' } },
      { path: 'admin', legacySse: { path: 'b' } },
      'messages',
    ],
    [
      'the endpoint of one and a stream of the other',
      { path: 'sse' },
      { path: 'b', legacySse: true },
      'sse',
    ],
  ];

  it.each(HTTP)('refuse to boot, naming both and %s', async (_, first, second, path) => {
    const testing = Test.createTestingModule({
      imports: [
        McpModule.forRoot({ name: 'shop', http: first }),
        McpModule.forRoot({ id: 'admin', name: 'back office', http: second }),
      ],
    });

    await expect(testing.compile()).rejects.toThrow(
      `the servers "default" and "admin" would both answer at the path "${path}"`,
    );
  });

  it('boot where nothing answers over HTTP', async () => {
    const testing = await Test.createTestingModule({
      imports: [
        McpModule.forRoot({ name: 'shop', http: false }),
        McpModule.forRoot({ id: 'admin', name: 'back office', http: false }),
      ],
    }).compile();

    await expect(testing.init().then((context) => context.close())).resolves.toBeUndefined();
  });
});

describe.each(PLATFORMS)('HTTP+SSE of two servers on $platform', (platform) => {
  it('is apart', async () => {
    const testing = await Test.createTestingModule({
      imports: [
        McpModule.forRoot({ name: 'shop', http: { legacySse: true } }),
        McpModule.forRoot({
          id: 'admin',
          name: 'back office',
          http: {
            path: 'admin/mcp',
            legacySse: { path: 'admin/sse', messagesPath: 'admin/messages' },
          },
        }),
      ],
      providers: [Tools],
    }).compile();
    const app = testing.createNestApplication(platform.createAdapter(), { logger: false });
    await app.listen(0, '127.0.0.1');
    const shop = await SseWire.initialize(app);
    const admin = await SseWire.initialize(app, { path: '/admin/sse' });
    const call = legacyCall('visit');

    const answers = [await shop.ask(call), await admin.ask(call)];
    const stray = await new WireClient(app, `/messages?sessionId=${admin.sessionId}`).post(call);
    shop.leave();
    admin.leave();
    await app.close();

    expect(admin.endpoint).toMatch(/^\/admin\/messages\?/);
    expect(answers).toMatchObject([
      { result: { content: [{ text: 'public' }] } },
      { result: { content: [{ text: 'secret' }] } },
    ]);
    expect(stray.status).toBe(404);
  });
});

describe.each(PLATFORMS)('two servers with one session store on $platform', (platform) => {
  const PATHS = ['/mcp', '/admin/mcp'];
  let app: INestApplication;

  afterEach(() => app.close());

  const boot = async (sessions: SessionOptions): Promise<void> => {
    const testing = await Test.createTestingModule({
      imports: [
        McpModule.forRoot({ name: 'shop', sessions }),
        McpModule.forRoot({ id: 'admin', name: 'back', http: { path: 'admin/mcp' }, sessions }),
      ],
    }).compile();
    app = testing.createNestApplication(platform.createAdapter(), { logger: false });
    await app.listen(0, '127.0.0.1');
  };
  const openSessions = async (): Promise<string[]> => {
    const opened = PATHS.map((path) => new WireClient(app, path).openSession());
    return (await Promise.all(opened)).map((headers) => headers['mcp-session-id'] as string);
  };
  /** What a ping says, in each session at the server that is at the same place of the list. */
  const ping = (ids: readonly string[]): Promise<number[]> =>
    Promise.all(
      PATHS.map(async (path, index) => {
        const session = { 'mcp-session-id': ids[index] as string };
        return (await new WireClient(app, path).post(legacyRequest('ping'), session)).status;
      }),
    );

  it.each(['stored', 'always'] as const)(
    'do not serve sessions of each other, with autoRecover: %s',
    async (autoRecover) => {
      const sessions = { store: new MemorySessionStore(), autoRecover };
      await boot(sessions);
      const ids = await openSessions();
      await settled();

      expect(await ping(ids.toReversed())).toEqual([404, 404]);
      await app.close();
      await boot(sessions);
      expect(await ping(ids.toReversed())).toEqual([404, 404]);
      expect(await ping(ids)).toEqual([200, 200]);
    },
  );
});
