import type { INestApplication } from '@nestjs/common';
import { VersioningType } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import express from 'express';
import { once } from 'node:events';
import type { BootOptions, Platform } from '../../support/boot-app.js';
import { bootApp, PLATFORMS } from '../../support/boot-app.js';
import { bootCreatedApp } from '../../support/boot-created-app.js';
import { SseWire } from '../../support/sse-wire.js';
import { StrippingProxy } from '../../support/stripping-proxy.js';
import { legacyRequest } from '../../support/wire-messages.js';

interface Place extends BootOptions {
  readonly how: string;
  /** What the client asks for. */
  readonly stream: string;
  /** Where it is to post. */
  readonly messages: string;
  readonly platforms?: readonly Platform[];
}

const served = { http: { legacySse: true } };

/** Fastify tells a path from the same with a slash at its end, unless it is told not to. */
const LENIENT: readonly Platform[] = [
  { platform: 'Express', createAdapter: () => new ExpressAdapter() },
  {
    platform: 'Fastify',
    createAdapter: () => new FastifyAdapter({ routerOptions: { ignoreTrailingSlash: true } }),
  },
];

const PLACES: readonly Place[] = [
  { how: 'by default', mcp: served, stream: '/sse', messages: '/messages' },
  { how: 'with a query', mcp: served, stream: '/sse?token=a/b&x', messages: '/messages' },
  {
    how: 'with a slash at the end',
    mcp: served,
    stream: '/sse/?x=1',
    messages: '/messages',
    platforms: LENIENT,
  },
  {
    how: 'with paths of its own',
    mcp: { http: { legacySse: { path: 'ai/sse', messagesPath: '/ai/in/box/' } } },
    stream: '/ai/sse',
    messages: '/ai/in/box',
  },
  {
    how: 'with one path for both',
    mcp: { http: { legacySse: { path: 'sse', messagesPath: 'sse' } } },
    stream: '/sse',
    messages: '/sse',
  },
  {
    how: 'with a global prefix',
    mcp: served,
    configure: (app) => app.setGlobalPrefix('/api/v2/'),
    stream: '/api/v2/sse',
    messages: '/api/v2/messages',
  },
  {
    how: 'with a global prefix that leaves it out',
    mcp: served,
    configure: (app) => app.setGlobalPrefix('api', { exclude: ['sse', 'messages'] }),
    stream: '/sse',
    messages: '/messages',
  },
  {
    how: 'with a prefix and paths of several parts',
    mcp: { http: { legacySse: { path: 'ai/sse', messagesPath: 'ai/messages' } } },
    configure: (app) => app.setGlobalPrefix('api'),
    stream: '/api/ai/sse',
    messages: '/api/ai/messages',
  },
  {
    how: 'with URI versioning',
    mcp: served,
    configure: (app) => app.enableVersioning({ type: VersioningType.URI, defaultVersion: '1' }),
    stream: '/sse',
    messages: '/messages',
  },
  {
    how: 'with versioning by header, under a prefix',
    mcp: served,
    configure: (app) => {
      app.setGlobalPrefix('api');
      app.enableVersioning({ type: VersioningType.HEADER, header: 'x-version' });
    },
    stream: '/api/sse',
    messages: '/api/messages',
  },
];

const TABLE = PLACES.flatMap((place) =>
  (place.platforms ?? PLATFORMS).map((platform) => ({ ...place, ...platform })),
);

/** Connects, posts where the stream says, and reads the answer. */
async function converse(app: INestApplication, path: string) {
  const wire = await SseWire.initialize(app, { path });
  const answer = await wire.ask(legacyRequest('ping', {}, 'ping'));
  wire.leave();
  return { messages: wire.endpoint.replace(/\?.*/, ''), answered: answer?.id };
}

describe.each(TABLE)('the announced path $how on $platform', (row) => {
  it(`is ${row.messages} and works`, async () => {
    const app = await bootApp(row, {}, row);

    const { messages, answered } = await converse(app, row.stream);
    await app.close();

    expect({ messages, answered }).toEqual({ messages: row.messages, answered: 'ping' });
  });
});

describe('the announced path of an application mounted in another', () => {
  it('counts from the outer one', async () => {
    const outer = express();
    const inner = express();
    outer.use('/nested', inner);
    const app = await bootCreatedApp({
      adapter: new ExpressAdapter(inner),
      metadata: {},
      mcp: served,
      configure: (created) => created.setGlobalPrefix('api'),
    });
    const server = outer.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const mounted = { getHttpServer: () => server } as unknown as INestApplication;

    const { messages, answered } = await converse(mounted, '/nested/api/sse');
    server.close();
    await app.close();

    expect({ messages, answered }).toEqual({ messages: '/nested/api/messages', answered: 'ping' });
  });
});

describe.each(PLATFORMS)('behind a proxy that strips a path, on $platform', ({ createAdapter }) => {
  let app: INestApplication;
  let proxy: StrippingProxy;

  const boot = async (publicUrl?: string) => {
    app = await bootApp(
      { createAdapter },
      {},
      {
        mcp: { http: { publicUrl, legacySse: true } },
        configure: (application) => application.setGlobalPrefix('api'),
      },
    );
    proxy = await StrippingProxy.open(app, '/shop');
  };

  afterEach(async () => {
    await proxy.close();
    await app.close();
  });

  it('publicUrl tells clients the way', async () => {
    await boot('https://shop.example/shop/api/mcp');

    const { messages, answered } = await converse(proxy.asApp(), '/shop/api/sse');

    expect({ messages, answered }).toEqual({ messages: '/shop/api/messages', answered: 'ping' });
  });

  it('publicUrl may call the endpoint by another name', async () => {
    await boot('https://shop.example/shop/api/tools');

    const { messages } = await converse(proxy.asApp(), '/shop/api/sse');

    expect(messages).toBe('/shop/api/messages');
  });

  it('without publicUrl the server cannot know it', async () => {
    await boot();

    const wire = await SseWire.connect(proxy.asApp(), { path: '/shop/api/sse' });
    const { status } = await wire.post(legacyRequest('ping'));
    wire.leave();

    expect(wire.endpoint).toMatch(/^\/api\/messages\?/);
    expect(status).toBe(404);
  });
});
