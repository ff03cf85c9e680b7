import type { INestApplication } from '@nestjs/common';
import { Workshop } from '../../apps/workshop.js';
import { PLATFORMS, bootApp } from '../../support/boot-app.js';
import { WireClient, events, outcome } from '../../support/wire-client.js';
import { legacyCall, modernCall, modernRequest } from '../../support/wire-messages.js';

const ORIGIN = 'https://shop.example';

/** What helmet does on either platform: a header set long before the route. */
function setSecurityHeader(app: INestApplication): void {
  if (app.getHttpAdapter().getType() === 'fastify') {
    const fastify = app.getHttpAdapter().getInstance() as {
      addHook(name: string, hook: (request: unknown, reply: Reply, done: () => void) => void): void;
    };
    fastify.addHook('onRequest', (_request, reply, done) => {
      reply.header('x-frame-options', 'DENY');
      done();
    });
  } else {
    app.use((_request: unknown, response: Response, next: () => void) => {
      response.setHeader('x-frame-options', 'DENY');
      next();
    });
  }
}

interface Reply {
  header(name: string, value: string): void;
}

interface Response {
  setHeader(name: string, value: string): void;
}

describe.each(PLATFORMS)('answers on $platform', ({ createAdapter }) => {
  let app: INestApplication;
  let client: WireClient;

  beforeAll(async () => {
    app = await bootApp(
      { createAdapter },
      { providers: [Workshop] },
      {
        mcp: { http: { allowedOrigins: [ORIGIN] } },
        configure: (application) => {
          setSecurityHeader(application);
          application.enableCors({ origin: ORIGIN, exposedHeaders: ['Mcp-Session-Id'] });
        },
      },
    );
    client = new WireClient(app);
  });

  afterAll(() => app.close());

  const count = (steps: number, headers: Record<string, string | undefined> = {}) => {
    const call = modernCall('count', { steps });
    return client.post(call.body, { ...call.headers, ...headers });
  };

  it('are plain JSON when nothing comes before them', async () => {
    const answer = await count(0);

    expect(answer.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(answer.text)),
    });
    expect(JSON.parse(answer.text)).toMatchObject({ id: 1, result: {} });
  });

  it('are a stream when a notification comes first', async () => {
    const answer = await count(2);

    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(events(answer.text)).toMatchObject([
      { method: 'notifications/progress', params: { progressToken: 'p', progress: 1, total: 2 } },
      { method: 'notifications/progress', params: { progressToken: 'p', progress: 2, total: 2 } },
      { id: 1, result: { content: [{ text: 'counted to 2' }] } },
    ]);
  });

  it('have events of one line each, without ids', async () => {
    const { text } = await count(1);

    expect(text).toMatch(/^(event: message\ndata: [^\n]+\n\n){2}$/);
  });

  it('stream in a session too', async () => {
    const session = await client.openSession();

    const answer = await client.post(legacyCall('count', { steps: 1 }), session);

    expect(events(answer.text).map(({ id }) => id)).toEqual([undefined, 1]);
  });

  it.each([
    ['absent', undefined, 'text/event-stream'],
    ['empty', '', 'text/event-stream'],
    ['*/*', '*/*', 'text/event-stream'],
    ['both', 'application/json, text/event-stream', 'text/event-stream'],
    ['in odd spelling', 'TEXT/Event-Stream;q=0.5 , Application/*', 'text/event-stream'],
    ['only JSON', 'application/json', 'application/json'],
    ['JSON, and no stream', 'application/json, text/event-stream;q=0', 'application/json'],
    ['only a stream', 'text/event-stream', 'text/event-stream'],
  ])('to a call with progress go by an Accept that is %s', async (_, accept, type) => {
    const answer = await count(1, { accept });

    expect(answer.headers['content-type']).toBe(type);
  });

  it('leave notifications out for a client that takes JSON only', async () => {
    const answer = await count(3, { accept: 'application/json' });

    expect(outcome(answer).body).toMatchObject({ id: 1, result: { content: [{}] } });
  });

  it('are a stream of one event for a client that takes nothing else', async () => {
    const answer = await count(0, { accept: 'text/event-stream' });

    expect(events(answer.text)).toMatchObject([{ id: 1, result: {} }]);
  });

  it.each(['text/html', 'image/*', 'application/xml, text/plain', 'application/json;q=0'])(
    'cannot be had as %s',
    async (accept) => {
      expect(outcome(await count(0, { accept }))).toMatchObject({
        status: 406,
        body: { jsonrpc: '2.0', error: { code: -32600 } },
      });
    },
  );

  it('to a notification are 202 and empty', async () => {
    const answer = await client.post({ jsonrpc: '2.0', method: 'notifications/whatever' });

    expect(answer).toMatchObject({ status: 202, text: '' });
  });

  it.each([
    ['JSON', 0],
    ['a stream', 1],
  ])('carry the headers of the application on %s', async (_, steps) => {
    const { headers } = await count(steps, { origin: ORIGIN });

    expect(headers).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-expose-headers': 'Mcp-Session-Id, WWW-Authenticate',
      'x-frame-options': 'DENY',
    });
  });

  it('carry them on a refusal too', async () => {
    const answer = await client.post('{', { origin: ORIGIN });

    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'x-frame-options': 'DENY',
    });
  });

  it('let a browser ask first', async () => {
    const { status, headers } = await client.send('OPTIONS', {
      origin: ORIGIN,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'mcp-method',
    });

    expect(status).toBe(204);
    expect(headers['access-control-allow-origin']).toBe(ORIGIN);
  });

  it('are 200 for a list, not the 201 of a POST route', async () => {
    const { body, headers } = modernRequest('tools/list');

    expect((await client.post(body, headers)).status).toBe(200);
  });
});
