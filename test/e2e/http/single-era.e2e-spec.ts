import type { INestApplication } from '@nestjs/common';
import { Workshop } from '../../apps/workshop.js';
import { PLATFORMS, bootApp } from '../../support/boot-app.js';
import { WireClient, outcome } from '../../support/wire-client.js';
import {
  MODERN_VERSION,
  initialize,
  legacyRequest,
  modernRequest,
} from '../../support/wire-messages.js';

describe('a server of the modern era only', () => {
  let app: INestApplication;
  let client: WireClient;

  beforeAll(async () => {
    const mcp = { protocolVersions: [MODERN_VERSION] };
    app = await bootApp(PLATFORMS[0]!, { providers: [Workshop] }, { mcp });
    client = new WireClient(app);
  });

  afterAll(() => app.close());

  it('tells a handshake which versions there are', async () => {
    expect(outcome(await client.post(initialize()))).toMatchObject({
      status: 400,
      body: {
        id: 1,
        error: { code: -32022, data: { supported: [MODERN_VERSION], requested: '2025-11-25' } },
      },
    });
  });

  it.each([5, null, { toString: 1, valueOf: 1 }])(
    'tells it to a handshake that asks for %j, too',
    async (protocolVersion) => {
      const answer = await client.post(legacyRequest('initialize', { protocolVersion }));

      expect(outcome(answer)).toMatchObject({ status: 400, body: { error: { code: -32022 } } });
    },
  );

  it('tells a request without an envelope what is missing', async () => {
    expect(outcome(await client.post(legacyRequest('tools/list')))).toMatchObject({
      status: 400,
      body: { id: 1, error: { code: -32602, message: expect.stringContaining('_meta') } },
    });
  });

  it.each(['GET', 'DELETE'])('allows POST and not %s', async (method) => {
    const answer = await client.send(method);

    expect({ status: answer.status, allow: answer.headers.allow }).toEqual({
      status: 405,
      allow: 'POST',
    });
  });
});

describe('a server of the handshake era only', () => {
  let app: INestApplication;
  let client: WireClient;

  beforeAll(async () => {
    const mcp = { protocolVersions: ['2025-06-18', '2025-03-26'] };
    app = await bootApp(PLATFORMS[0]!, { providers: [Workshop] }, { mcp });
    client = new WireClient(app);
  });

  afterAll(() => app.close());

  it('tells an envelope that its version is not served', async () => {
    const { body, headers } = modernRequest('server/discover');

    expect(outcome(await client.post(body, headers))).toMatchObject({
      status: 400,
      body: { id: 1, error: { code: -32022, data: { requested: MODERN_VERSION } } },
    });
  });

  it('negotiates the newest it serves', async () => {
    expect(outcome(await client.post(initialize())).body.result.protocolVersion).toBe('2025-06-18');
  });
});
