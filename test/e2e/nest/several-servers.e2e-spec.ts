import type { INestApplication } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { InjectMcp, McpDispatcher, McpModule, McpRegistry, McpTool } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import type { Server } from 'node:http';
import request from 'supertest';
import { PLATFORMS } from '../../support/boot-app.js';

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

  @McpTool({ server: 'nobody' })
  lost(): string {
    return 'lost';
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

    expect(reporter.adminRegistry.findTool('restart')).toBeDefined();
    expect(reporter.registry.findTool('restart')).toBeUndefined();
    expect(reporter.adminDispatcher).not.toBe(reporter.dispatcher);
  });
});
