import {
  Controller,
  Get,
  Module,
  RequestMethod,
  VERSION_NEUTRAL,
  VersioningType,
} from '@nestjs/common';
import { RouterModule } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { McpModule } from 'nest-mcp';
import type { Shape } from './shape.interface.js';

@Controller()
class PageController {
  @Get('*')
  page(): string {
    return '<html>the page of the application</html>';
  }
}

@Module({ controllers: [PageController] })
class PageModule {}

@Controller({ path: 'mcp', host: 'admin.example' })
class AdminController {
  @Get()
  page(): string {
    return 'the page of another host';
  }
}

/** Of the extractor of custom versioning. */
interface VersionedRequest {
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** Where routes are. */
export const ROUTING_SHAPES: readonly Shape[] = [
  { shape: 'as Nest creates it' },
  {
    shape: 'with a global prefix',
    configure: (app) => app.setGlobalPrefix('api'),
    path: '/api/mcp',
    rest: '/api/greetings',
  },
  {
    shape: 'with a global prefix that leaves out its own routes',
    configure: (app) =>
      app.setGlobalPrefix('api', { exclude: [{ path: 'greetings', method: RequestMethod.GET }] }),
    path: '/api/mcp',
  },
  {
    shape: 'with a global prefix that leaves out the endpoint',
    configure: (app) => app.setGlobalPrefix('api', { exclude: ['mcp'] }),
    rest: '/api/greetings',
  },
  {
    shape: 'with a global prefix that leaves out everything of a wildcard',
    mcp: { http: { path: 'ai/mcp' } },
    configure: (app) => app.setGlobalPrefix('api', { exclude: ['ai/*splat'] }),
    path: '/ai/mcp',
    rest: '/api/greetings',
  },
  {
    shape: 'with versions in the URI',
    configure: (app) => app.enableVersioning(),
    rest: '/v1/greetings',
  },
  {
    shape: 'with versions in the URI and a default',
    configure: (app) => app.enableVersioning({ type: VersioningType.URI, defaultVersion: '2' }),
    rest: '/v1/greetings',
  },
  {
    shape: 'with versions in the URI and a neutral default',
    configure: (app) =>
      app.enableVersioning({ type: VersioningType.URI, defaultVersion: VERSION_NEUTRAL }),
    rest: '/v1/greetings',
  },
  {
    shape: 'with a prefix and versions in the URI',
    configure: (app) => app.setGlobalPrefix('api').enableVersioning({ type: VersioningType.URI }),
    path: '/api/mcp',
    rest: '/api/v1/greetings',
  },
  {
    shape: 'with versions in a header',
    configure: (app) => app.enableVersioning({ type: VersioningType.HEADER, header: 'x-version' }),
    restHeaders: { 'x-version': '1' },
  },
  {
    shape: 'with versions in a header that MCP clients send too',
    configure: (app) => app.enableVersioning({ type: VersioningType.HEADER, header: 'x-version' }),
    restHeaders: { 'x-version': '1' },
    headers: { 'x-version': '3' },
  },
  {
    shape: 'with versions in the media type',
    configure: (app) => app.enableVersioning({ type: VersioningType.MEDIA_TYPE, key: 'v=' }),
    restHeaders: { accept: 'application/json;v=1' },
  },
  {
    shape: 'with versions of its own',
    configure: (app) =>
      app.enableVersioning({
        type: VersioningType.CUSTOM,
        extractor: (request) => (request as VersionedRequest).headers['x-client'] ?? '1',
      }),
  },
  {
    shape: 'below a path of RouterModule',
    metadata: { imports: [RouterModule.register([{ path: 'ai', module: McpModule }])] },
    path: '/ai/mcp',
  },
  {
    shape: 'below a path of RouterModule and a prefix',
    metadata: { imports: [RouterModule.register([{ path: 'ai', module: McpModule }])] },
    configure: (app) => app.setGlobalPrefix('api'),
    path: '/api/ai/mcp',
    rest: '/api/greetings',
  },
  {
    shape: 'with a slash at the end and another case',
    path: '/MCP/',
    rest: '/Greetings/',
    Fastify: {
      createAdapter: () =>
        new FastifyAdapter({ routerOptions: { ignoreTrailingSlash: true, caseSensitive: false } }),
    },
  },
  {
    shape: 'with a router that is strict about case and slashes',
    Express: {
      configure: (app) =>
        (app as NestExpressApplication)
          .set('strict routing', true)
          .set('case sensitive routing', true),
    },
  },
  {
    shape: 'with a page for whatever is not found',
    metadata: { imports: [PageModule] },
  },
  {
    shape: 'with the same path for another host',
    on: 'Express',
    metadata: { controllers: [AdminController] },
  },
];
