import type { INestApplication } from '@nestjs/common';
import { HeaderUserGuard, asUser } from '../../apps/header-user.guard.js';
import { Workshop } from '../../apps/workshop.js';
import { PLATFORMS, bootApp } from '../../support/boot-app.js';
import { RecordingLogger } from '../../support/recording-logger.js';
import { WireClient, outcome, read } from '../../support/wire-client.js';
import { initialize, legacyCall, legacyRequest } from '../../support/wire-messages.js';

const ping = legacyRequest('ping');

describe.each(PLATFORMS)('sessions on $platform', ({ createAdapter }) => {
  const logger = new RecordingLogger();
  let app: INestApplication;
  let client: WireClient;
  let workshop: Workshop;

  beforeAll(async () => {
    app = await bootApp(
      { createAdapter },
      { providers: [Workshop] },
      {
        mcp: { limits: { maxSessions: 20 } },
        configure: (application) =>
          application.useGlobalGuards(new HeaderUserGuard()).useLogger(logger),
      },
    );
    client = new WireClient(app);
    workshop = app.get(Workshop);
  });

  afterAll(() => app.close());

  it('names the session in the answer to initialize, with 24 visible characters', async () => {
    const { headers } = await client.post(initialize());

    expect(headers['mcp-session-id']).toMatch(/^[\x21-\x7e]{24}$/);
  });

  it('gives each handshake a session of its own', async () => {
    expect(await client.openSession()).not.toEqual(await client.openSession());
  });

  it('names the session in no other answer', async () => {
    const session = await client.openSession();

    const answer = await client.post(ping, session);

    expect({ status: answer.status, id: answer.headers['mcp-session-id'] }).toEqual({
      status: 200,
      id: undefined,
    });
  });

  it('leaves no session after a handshake that failed', async () => {
    const { status, headers } = await client.post(legacyRequest('initialize', {}));

    expect({ status, id: headers['mcp-session-id'] }).toEqual({ status: 200, id: undefined });
  });

  it('refreshes a session whose client shakes hands again', async () => {
    const session = await client.openSession();
    const again = await client.post(
      { ...initialize(), params: { protocolVersion: '2025-03-26', capabilities: {} } },
      session,
    );

    expect(outcome(again)).toMatchObject({
      status: 200,
      body: { result: { protocolVersion: '2025-11-25' } },
    });
    expect(again.headers['mcp-session-id']).toBeUndefined();
    expect((await client.post(ping, session)).status).toBe(200);
  });

  it.each(['nobody', 'constructor', '__proto__', 'toString', 'hasOwnProperty', ''])(
    'does not know the session "%s"',
    async (id) => {
      expect((await client.post(ping, { 'mcp-session-id': id })).status).toBe(404);
    },
  );

  it('does not take an id that a client proposes with its handshake', async () => {
    const proposed = { 'mcp-session-id': 'abcdefghijklmnopqrstuvwx' };

    expect((await client.post(initialize(), proposed)).status).toBe(404);
    expect((await client.post(ping, proposed)).status).toBe(404);
  });

  it('does not know two sessions at once', async () => {
    const { 'mcp-session-id': id } = await client.openSession();

    expect((await client.post(ping, { 'mcp-session-id': `${id}, ${id}` })).status).toBe(404);
  });

  it.each(['POST', 'DELETE'])(
    'hides a session from another principal that sends %s',
    async (method) => {
      const session = await client.openSession(asUser({ id: 'ann' }));

      const body = method === 'POST' ? ping : undefined;
      const stolen = await client.send(method, { ...session, ...asUser({ id: 'bob' }) }, body);
      const anonymous = await client.send(method, { ...session, 'x-user': undefined }, body);

      expect([stolen.status, anonymous.status]).toEqual([404, 404]);
      expect((await client.post(ping, session)).status).toBe(200);
    },
  );

  it('tells issuers apart that use the same subject', async () => {
    const session = await client.openSession(asUser({ iss: 'a', sub: '1' }));

    const other = { ...session, ...asUser({ iss: 'b', sub: '1' }) };

    expect((await client.post(ping, other)).status).toBe(404);
  });

  it('names the option in the log, and nothing in the answer, when a principal has no key', async () => {
    const answer = outcome(await client.post(initialize(), asUser({ name: 'no key' })));

    expect(answer).toEqual({
      status: 500,
      body: { jsonrpc: '2.0', error: { code: -32603, message: 'Internal server error' } },
    });
    expect(logger.text).toContain('principalKey');
  });

  it('ends with DELETE, and with it what runs there', async () => {
    const session = await client.openSession();
    const call = client.post(legacyCall('hold'), session);
    const held = await workshop.nextHeld();

    expect((await client.send('DELETE', session)).status).toBe(204);

    expect(held.signal.aborted).toBe(true);
    expect(await call).toMatchObject({ status: 204, text: '' });
    expect(outcome(await client.post(ping, session))).toMatchObject({
      status: 404,
      body: { id: 1, error: { code: -32600 } },
    });
    expect((await client.send('DELETE', session)).status).toBe(404);
  });

  it('ends the stream of a call that DELETE cut short', async () => {
    const session = await client.openSession();
    const { response } = await client.open('POST', session, legacyCall('hold', { announce: true }));
    await workshop.nextHeld();

    await client.send('DELETE', session);

    expect(await read(response)).not.toContain('"result"');
  });

  it('needs the name of a session to end one', async () => {
    expect((await client.send('DELETE')).status).toBe(400);
  });

  it.each<[string, string, object | undefined]>([
    ['a request', 'POST', ping],
    ['a notification', 'POST', { jsonrpc: '2.0', method: 'notifications/initialized' }],
    ['an answer', 'POST', { jsonrpc: '2.0', id: 'q', result: {} }],
    ['a stream', 'GET', undefined],
    ['its end', 'DELETE', undefined],
  ])('does not take %s under a version that is none', async (_what, method, body) => {
    const session = await client.openSession();
    const headers = { ...session, 'mcp-protocol-version': 'none', accept: '*/*' };
    const answer =
      body === undefined
        ? await client.send(method, { ...headers, 'content-type': undefined })
        : await client.post(body, headers);

    expect(outcome(answer)).toMatchObject({ status: 400, body: { error: { code: -32022 } } });
    expect((await client.post(ping, session)).status).toBe(200);
  });

  it('takes a notification with a session and without one', async () => {
    const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };

    const inSession = await client.post(initialized, await client.openSession());
    const alone = await client.post(initialized);
    const lost = await client.post(initialized, { 'mcp-session-id': 'nobody' });

    expect([inSession, alone]).toMatchObject([
      { status: 202, text: '' },
      { status: 202, text: '' },
    ]);
    expect(outcome(lost)).toMatchObject({ status: 404, body: { error: { code: -32600 } } });
  });
});

describe('the maximum of sessions', () => {
  let app: INestApplication;
  let client: WireClient;

  beforeEach(async () => {
    const mcp = { limits: { maxSessions: 1 } };
    app = await bootApp(PLATFORMS[0]!, { providers: [Workshop] }, { mcp });
    client = new WireClient(app);
  });

  afterEach(() => app.close());

  it('refuses the one past it', async () => {
    await client.openSession();

    const refused = await client.post(initialize('second'));

    expect(outcome(refused)).toMatchObject({
      status: 503,
      body: { id: 'second', error: { code: -32603 } },
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('leaves room again when a session ends', async () => {
    await client.send('DELETE', await client.openSession());

    expect((await client.post(initialize())).status).toBe(200);
  });

  it('does not count a handshake that failed', async () => {
    await client.post(legacyRequest('initialize', {}));

    expect((await client.post(initialize())).status).toBe(200);
  });
});
