import type { CanActivate, ExecutionContext, INestApplication } from '@nestjs/common';
import { Injectable, Module, UnauthorizedException } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { allowAll, allowlist, denyAll, McpModule, McpTool } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { ERAS, PLATFORMS } from '../../support/boot-app.js';
import { WireClient } from '../../support/wire-client.js';
import { initialize } from '../../support/wire-messages.js';

@Injectable()
class Catalogue {
  @McpTool()
  search(): string {
    return 'found';
  }
}

@Injectable()
class Stock {
  @McpTool()
  recount(): string {
    return 'counted';
  }

  @McpTool()
  writeOff(): string {
    return 'gone';
  }

  @McpTool({ server: ['office', 'partner'] })
  report(): string {
    return 'in stock';
  }
}

@Injectable()
class OfficeGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest<{ headers: Record<string, string> }>();
    if (headers['x-office'] === undefined) throw new UnauthorizedException();
    return true;
  }
}

@Module({
  imports: [McpModule.forFeature([Stock], { server: 'office' })],
  providers: [Catalogue, Stock, OfficeGuard],
})
class ShopModule {}

@Module({
  imports: [
    McpModule.forRoot({ name: 'shop', authorizer: allowAll() }),
    McpModule.forRoot({
      id: 'office',
      name: 'office',
      authorizer: allowlist(['recount', 'report']),
      http: { path: 'office/mcp', guards: [OfficeGuard] },
    }),
    McpModule.forRoot({
      id: 'partner',
      name: 'partner',
      authorizer: denyAll('not yet'),
      http: { path: 'mcp/partner' },
    }),
    ShopModule,
  ],
})
class AppModule {}

/** What the servers call themselves, what they list, and what comes of a call. */
const SERVERS = [
  { server: 'default', path: '/api/mcp', tools: ['search'], call: 'search', text: 'found' },
  {
    server: 'office',
    path: '/office/mcp',
    tools: ['recount', 'report'],
    call: 'report',
    text: 'in stock',
  },
  { server: 'partner', path: '/api/mcp/partner', tools: [], call: 'report', text: /not yet/ },
];

describe.each(PLATFORMS)('three servers of one application on $platform', ({ createAdapter }) => {
  let app: INestApplication;

  beforeAll(async () => {
    app = await NestFactory.create(AppModule, createAdapter(), { logger: false });
    app.setGlobalPrefix('api', { exclude: ['office/mcp'] });
    await app.listen(0, '127.0.0.1');
  });

  afterAll(() => app.close());

  const table = SERVERS.flatMap((row) => ERAS.map((era) => ({ era, ...row })));

  it.each(table)(
    'each has its own: $server in $era',
    async ({ era, server, path, ...expected }) => {
      const headers = { 'x-office': 'yes' };
      const options = { server, path, headers, protocolVersion: era };
      const client = await McpTestClient.overHttp(app, options);

      const tools = await client.listTools().catch(() => []);
      const { content } = await client.callTool(expected.call);

      expect(tools.map(({ name }) => name)).toEqual(expected.tools);
      expect(content).toEqual([{ type: 'text', text: expect.stringMatching(expected.text) }]);
    },
  );

  it.each([
    { path: '/api/mcp', status: 200 },
    { path: '/office/mcp', status: 401 },
    { path: '/api/mcp/partner', status: 200 },
    { path: '/mcp', status: 404 },
    { path: '/api/office/mcp', status: 404 },
  ])('a stranger at $path gets $status', async ({ path, status }) => {
    expect((await new WireClient(app, path).post(initialize())).status).toBe(status);
  });
});
