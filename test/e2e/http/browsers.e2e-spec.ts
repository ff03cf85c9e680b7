import type { CanActivate, ExecutionContext, INestApplication } from '@nestjs/common';
import { Injectable, UnauthorizedException } from '@nestjs/common';
import { Workshop } from '../../apps/workshop.js';
import { PLATFORMS, bootApp } from '../../support/boot-app.js';
import { WireClient, events, outcome } from '../../support/wire-client.js';
import { initialize, legacyCall, modernCall } from '../../support/wire-messages.js';

const PAGE = 'https://chat.example';
const STRANGER = 'https://evil.example';

/** Every header a page may have to send. */
const REQUEST_HEADERS = [
  'accept',
  'authorization',
  'content-type',
  'last-event-id',
  'mcp-method',
  'mcp-name',
  'mcp-param-region',
  'mcp-protocol-version',
  'mcp-session-id',
];

interface Response {
  header(name: string, value: string): unknown;
}

/** Asks everybody to sign in who carries no token. */
@Injectable()
class BearerGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const http = context.switchToHttp();
    const { headers } = http.getRequest<{ headers: Record<string, string | undefined> }>();
    if (headers['x-anonymous'] === undefined) return true;
    http.getResponse<Response>().header('WWW-Authenticate', 'Bearer realm="shop"');
    throw new UnauthorizedException();
  }
}

/** The names a page may read, of the headers of a response. */
const readable = (headers: Record<string, unknown>): readonly string[] =>
  String(headers['access-control-expose-headers'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase());

describe.each(PLATFORMS)('a page of another origin, on $platform', ({ createAdapter }) => {
  let app: INestApplication;
  let client: WireClient;

  beforeAll(async () => {
    app = await bootApp(
      { createAdapter },
      { providers: [Workshop] },
      {
        mcp: { http: { allowedOrigins: [PAGE] } },
        configure: (application) => {
          application.enableCors({ origin: [PAGE], methods: ['GET', 'POST', 'DELETE'] });
          application.useGlobalGuards(new BearerGuard());
        },
      },
    );
    client = new WireClient(app);
  });

  afterAll(() => app.close());

  const preflight = (origin: string, method: string) =>
    client.send('OPTIONS', {
      origin,
      'content-type': undefined,
      accept: '*/*',
      'access-control-request-method': method,
      'access-control-request-headers': REQUEST_HEADERS.join(','),
    });

  it.each(['POST', 'GET', 'DELETE'])(
    'may ask whether it may %s with every header',
    async (method) => {
      const { status, headers } = await preflight(PAGE, method);

      expect([200, 204]).toContain(status);
      expect(headers['access-control-allow-origin']).toBe(PAGE);
      expect(String(headers['access-control-allow-methods'])).toContain(method);
      const allowed = String(headers['access-control-allow-headers']).toLowerCase().split(/, ?/);
      expect(allowed.toSorted()).toEqual(REQUEST_HEADERS);
    },
  );

  it('reads the id of its session, and then its answers', async () => {
    const opened = await client.post(initialize(), { origin: PAGE });
    const session = { 'mcp-session-id': String(opened.headers['mcp-session-id']), origin: PAGE };
    const plain = await client.post(legacyCall('echo', { text: 'hi' }), session);
    const streamed = await client.post(legacyCall('count', { steps: 1 }), session);
    const ended = await client.send('DELETE', session);

    const answers = [opened, plain, streamed, ended];
    expect(answers.map(({ headers }) => headers['access-control-allow-origin'])).toEqual(
      answers.map(() => PAGE),
    );
    expect(readable(opened.headers)).toContain('mcp-session-id');
    expect(outcome(plain).body.result.content[0].text).toBe('hi');
    expect(events(streamed.text)).toHaveLength(2);
    expect(ended.status).toBe(204);
  });

  it('calls in 2026-07-28 without a session', async () => {
    const { body, headers } = modernCall('echo', { text: 'hi' });

    const answer = await client.post(body, { ...headers, origin: PAGE });

    expect(outcome(answer).body.result.content[0].text).toBe('hi');
    expect(answer.headers['access-control-allow-origin']).toBe(PAGE);
  });

  it.each(['POST', 'GET', 'DELETE'])(
    'reads how to sign in, where a guard refuses %s',
    async (method) => {
      const body = method === 'POST' ? initialize() : undefined;
      const answer = await client.send(method, { origin: PAGE, 'x-anonymous': 'yes' }, body);

      expect(answer).toMatchObject({
        status: 401,
        headers: { 'access-control-allow-origin': PAGE, 'www-authenticate': 'Bearer realm="shop"' },
      });
      expect(readable(answer.headers)).toContain('www-authenticate');
    },
  );

  it('that is unknown may neither ask nor call', async () => {
    const asked = await preflight(STRANGER, 'POST');
    const { body, headers } = modernCall('echo', { text: 'hi' });
    const called = await client.post(body, { ...headers, origin: STRANGER });

    expect(asked.headers['access-control-allow-origin']).not.toBe(STRANGER);
    expect(called.headers['access-control-allow-origin']).not.toBe(STRANGER);
    expect(outcome(called)).toMatchObject({ status: 403, body: { error: { code: -32600 } } });
  });
});
