import type { INestApplication } from '@nestjs/common';
import { Controller, Get, Injectable, ParseIntPipe, VersioningType } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { Server } from 'node:http';
import { McpArgs, McpTool } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import request from 'supertest';
import type { BootOptions } from '../../support/boot-app.js';
import { bootApp, ERAS, PLATFORMS } from '../../support/boot-app.js';
import { resultText } from '../../support/result-text.js';

@Controller('orders')
class OrdersController {
  @Get()
  @McpTool()
  findOrders(): string {
    return 'three orders';
  }
}

@Controller('sizes')
class SizesController {
  @Get()
  @McpTool({ input: { type: 'object', properties: { size: { type: 'string' } } } })
  findSizes(@McpArgs('size', ParseIntPipe) size: number | null): string {
    return `sizes from ${size ?? 0}`;
  }
}

@Injectable()
class Echo {
  @McpTool({ input: { type: 'object', properties: { text: { type: 'string' } } } })
  echoText(): string {
    return 'echo';
  }
}

const PLACES: readonly (BootOptions & { readonly how: string; readonly path: string })[] = [
  { how: 'by default', path: '/mcp' },
  { how: 'with http.path', mcp: { http: { path: 'ai/mcp' } }, path: '/ai/mcp' },
  { how: 'with http.path that begins with a slash', mcp: { http: { path: '/ai' } }, path: '/ai' },
  {
    how: 'with a global prefix',
    configure: (app) => app.setGlobalPrefix('api'),
    path: '/api/mcp',
  },
  {
    how: 'with a global prefix that has slashes',
    configure: (app) => app.setGlobalPrefix('/api/v2/'),
    path: '/api/v2/mcp',
  },
  {
    how: 'with URI versioning',
    configure: (app) => app.enableVersioning({ type: VersioningType.URI }),
    path: '/mcp',
  },
  {
    how: 'with a default version',
    configure: (app) => app.enableVersioning({ type: VersioningType.URI, defaultVersion: '1' }),
    path: '/mcp',
  },
  {
    how: 'with prefix and versioning',
    configure: (app) => {
      app.setGlobalPrefix('api').enableVersioning({ type: VersioningType.URI });
    },
    path: '/api/mcp',
  },
  {
    how: 'with versioning by header',
    configure: (app) => app.enableVersioning({ type: VersioningType.HEADER, header: 'x-version' }),
    path: '/mcp',
  },
];

const TABLE = PLATFORMS.flatMap((row) => PLACES.map((place) => ({ ...row, ...place })));

describe.each(TABLE)('the endpoint $how on $platform', (row) => {
  let app: INestApplication;

  beforeAll(async () => {
    app = await bootApp(row, { controllers: [OrdersController], providers: [Echo] }, row);
  });

  afterAll(() => app.close());

  it.each(ERAS)(`is at ${row.path} in %s`, async (protocolVersion) => {
    const client = await McpTestClient.overHttp(app, { protocolVersion, path: row.path });

    expect(resultText(await client.callTool('find_orders'))).toBe('three orders');
  });

  it('reads bodies that the parsers of the application would refuse', async () => {
    // Test clients find the path by themselves.
    const client = await McpTestClient.overHttp(app);

    const result = await client.callTool('echo_text', { text: 'x'.repeat(2_000_000) });

    expect(resultText(result)).toBe('echo');
  });

  it('answers a body that is no JSON itself', async () => {
    const { status, body } = await request(app.getHttpServer() as Server)
      .post(row.path)
      .set('content-type', 'application/json')
      .set('accept', 'application/json')
      .send('{not json');

    expect({ status, code: (body as { error?: { code: number } }).error?.code }).toEqual({
      status: 400,
      code: -32700,
    });
  });
});

describe.each(PLATFORMS)('a global prefix on $platform', (platform) => {
  it('leaves nothing at the path without it', async () => {
    const configure = (app: INestApplication) => app.setGlobalPrefix('api');
    const app = await bootApp(
      platform,
      { providers: [Echo] },
      { configure: (a) => void configure(a) },
    );

    const { status } = await request(app.getHttpServer() as Server)
      .post('/mcp')
      .send({});
    await app.close();

    expect(status).toBe(404);
  });

  it('may leave the endpoint out', async () => {
    const configure = (app: INestApplication) => {
      app.setGlobalPrefix('api', { exclude: ['mcp'] });
    };
    const app = await bootApp(platform, { providers: [Echo] }, { configure });

    const clients = [
      await McpTestClient.overHttp(app, { path: '/mcp' }),
      await McpTestClient.overHttp(app),
    ];
    const results = await Promise.all(clients.map((client) => client.callTool('echo_text')));
    await app.close();

    expect(results.map(resultText)).toEqual(['echo', 'echo']);
  });
});

describe.each(PLATFORMS)('the OpenAPI document on $platform', (platform) => {
  it('lists the routes of the application and not the endpoint', async () => {
    const app = await bootApp(platform, { controllers: [OrdersController] });

    const { paths } = SwaggerModule.createDocument(app, new DocumentBuilder().build());
    await app.close();

    expect(Object.keys(paths)).toEqual(['/orders']);
  });
});

describe.each(PLATFORMS)(
  'a route that is a tool with pipes of @McpArgs() on $platform',
  (platform) => {
    let app: INestApplication;

    beforeAll(async () => {
      app = await bootApp(platform, { controllers: [SizesController] });
    });

    afterAll(() => app.close());

    it('stays a route', async () => {
      const { status, text } = await request(app.getHttpServer() as Server).get('/sizes');

      expect({ status, text }).toEqual({ status: 200, text: 'sizes from 0' });
    });

    it.each(ERAS)('is a tool in %s', async (protocolVersion) => {
      const client = await McpTestClient.overHttp(app, { protocolVersion });

      expect(resultText(await client.callTool('find_sizes', { size: '4' }))).toBe('sizes from 4');
    });

    it('has no parameter in the OpenAPI document', () => {
      const { paths } = SwaggerModule.createDocument(app, new DocumentBuilder().build());

      expect(paths['/sizes']?.get?.parameters).toEqual([]);
    });
  },
);
