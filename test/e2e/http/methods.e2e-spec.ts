import type { INestApplication } from '@nestjs/common';
import type { ServerResponse } from 'node:http';
import { StreamLab } from '../../apps/stream-lab.js';
import { PLATFORMS, bootApp } from '../../support/boot-app.js';
import { StreamClient } from '../../support/stream-client.js';
import { WireClient } from '../../support/wire-client.js';
import { MODERN_VERSION } from '../../support/wire-messages.js';

const ORIGIN = 'https://chat.example';

/** Holds every body back until its end, as compression does, unless the answer forbids transforming it. */
function holdBodiesBack(_request: unknown, response: ServerResponse, next: () => void): void {
  const write = response.write.bind(response) as (chunk: unknown) => boolean;
  const end = response.end.bind(response) as (chunk: unknown) => ServerResponse;
  const held: Buffer[] = [];
  const isHeld = () => !/no-transform/.test(String(response.getHeader('cache-control')));
  response.write = ((chunk: string) =>
    isHeld() ? held.push(Buffer.from(chunk)) > 0 : write(chunk)) as typeof response.write;
  response.end = ((chunk?: string) =>
    end(Buffer.concat([...held, Buffer.from(chunk ?? '')]))) as typeof response.end;
  next();
}

describe.each(PLATFORMS)('the methods of the endpoint on $platform', ({ createAdapter }) => {
  let app: INestApplication;
  let client: WireClient;

  const boot = async (
    configure: (app: INestApplication) => void = () => undefined,
    mcp: object = {},
  ) => {
    app = await bootApp({ createAdapter }, { providers: [StreamLab] }, { mcp, configure });
    client = new WireClient(app);
  };

  afterEach(() => app.close());

  it.each(['PUT', 'PATCH', 'HEAD'])('do not include %s', async (method) => {
    await boot();
    const session = await client.openSession();

    const body = method === 'HEAD' ? undefined : '{ not json';
    const { status, headers, text } = await client.send(method, session, body);

    expect({ status, allow: headers.allow }).toEqual({ status: 405, allow: 'GET, POST, DELETE' });
    expect(text === '' ? -32600 : JSON.parse(text).error.code).toBe(-32600);
  });

  it.each(['PUT', 'PATCH', 'HEAD', 'GET', 'DELETE'])(
    'do not include %s where no sessions are served',
    async (method) => {
      await boot(undefined, { protocolVersions: [MODERN_VERSION] });

      const { status, headers } = await client.send(method, { accept: 'text/html' });

      expect({ status, allow: headers.allow }).toEqual({ status: 405, allow: 'POST' });
    },
  );

  it('are listed by OPTIONS', async () => {
    await boot();

    const { status, headers, text } = await client.send('OPTIONS', { accept: 'text/html' });

    expect({ status, allow: headers.allow, text }).toEqual({
      status: 204,
      allow: 'GET, POST, DELETE',
      text: '',
    });
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  it('leave a question of the browser to CORS', async () => {
    await boot((application) => application.enableCors({ origin: ORIGIN, methods: ['DELETE'] }));

    const { status, headers } = await client.send('OPTIONS', {
      origin: ORIGIN,
      'access-control-request-method': 'DELETE',
      'access-control-request-headers': 'mcp-session-id, last-event-id',
    });

    expect(status).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-allow-methods': 'DELETE',
      'access-control-allow-headers': 'mcp-session-id, last-event-id',
    });
  });

  it.each([
    ['nothing', undefined, 'Mcp-Session-Id, WWW-Authenticate'],
    ['something else', ['X-Trace'], 'X-Trace, Mcp-Session-Id, WWW-Authenticate'],
    ['one of them', ['mcp-session-id'], 'mcp-session-id, WWW-Authenticate'],
  ])('expose their headers to a page when CORS exposes %s', async (_, exposedHeaders, exposed) => {
    const cors = { origin: ORIGIN, ...(exposedHeaders && { exposedHeaders }) };
    await boot((application) => application.enableCors(cors), {
      http: { allowedOrigins: [ORIGIN] },
    });
    const session = await client.openSession({ origin: ORIGIN });

    const { response, leave } = await client.open('GET', session);

    response.on('error', () => undefined);
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-expose-headers': exposed,
    });
    leave();
  });

  it('open nothing to a page where there is no CORS', async () => {
    await boot(undefined, { http: { allowedOrigins: [ORIGIN] } });

    const { headers } = await client.send('OPTIONS', { origin: ORIGIN });

    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('expose nothing to what is no page', async () => {
    await boot((application) => application.enableCors({ origin: ORIGIN }));

    const { headers } = await client.send('PUT');

    expect(headers['access-control-expose-headers']).toBeUndefined();
  });

  it('stream through a middleware that would hold answers back', async () => {
    await boot((application) => application.use(holdBodiesBack));
    const session = await StreamClient.open(app);
    const stream = await session.get();
    session.push(1);

    expect(await stream.reader.next()).toMatchObject({ params: { n: 1 } });
    stream.leave();
  });
});
