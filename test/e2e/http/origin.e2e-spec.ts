import type { INestApplication } from '@nestjs/common';
import { Workshop } from '../../apps/workshop.js';
import { PLATFORMS, bootApp } from '../../support/boot-app.js';
import { RecordingLogger } from '../../support/recording-logger.js';
import { WireClient, outcome } from '../../support/wire-client.js';
import { modernRequest } from '../../support/wire-messages.js';

const { body, headers } = modernRequest('tools/list');

describe.each(PLATFORMS)('who may call a server on loopback, on $platform', ({ createAdapter }) => {
  const logger = new RecordingLogger();
  let app: INestApplication;
  let client: WireClient;

  beforeAll(async () => {
    app = await bootApp(
      { createAdapter },
      { providers: [Workshop] },
      {
        mcp: {
          http: {
            publicUrl: 'https://shop.example/mcp',
            allowedOrigins: ['https://desk.example'],
            allowedHosts: ['intranet:8080'],
          },
        },
        configure: (application) => application.useLogger(logger),
      },
    );
    client = new WireClient(app);
  });

  afterAll(() => app.close());

  const post = (changes: Record<string, string | undefined>) =>
    client.post(body, { ...headers, ...changes });

  it.each([
    ['no origin', {}],
    ['a loopback origin', { origin: 'http://localhost:5173' }],
    ['the origin of publicUrl', { origin: 'https://shop.example' }],
    ['an allowed origin', { origin: 'https://desk.example' }],
    ['the host of publicUrl', { host: 'shop.example' }],
    ['an allowed host, whatever the port', { host: 'intranet:9999' }],
    ['a loopback host', { host: '[::1]:3000' }],
  ])('serves %s', async (_, changes) => {
    expect((await post(changes)).status).toBe(200);
  });

  it.each([
    ['a foreign origin', { origin: 'https://evil.example' }, 'http.allowedOrigins'],
    ['an opaque origin', { origin: 'null' }, 'http.allowedOrigins'],
    ['a foreign host', { host: 'evil.example' }, 'http.allowedHosts'],
    [
      'a host that was pointed at this machine, with its own origin',
      { host: 'evil.example:3000', origin: 'http://evil.example:3000' },
      'http.allowedHosts',
    ],
  ])('refuses %s, naming the option', async (_, changes, option) => {
    const answer = outcome(await post(changes));

    expect(answer).toEqual({
      status: 403,
      body: { jsonrpc: '2.0', error: { code: -32600, message: expect.stringContaining(option) } },
    });
    expect(logger.lines.at(-1)).toContain(option);
  });

  it.each(['GET', 'DELETE'])('refuses a foreign origin that sends %s', async (method) => {
    expect((await client.send(method, { origin: 'https://evil.example' })).status).toBe(403);
  });
});
