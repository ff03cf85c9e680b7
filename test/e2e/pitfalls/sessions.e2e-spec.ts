import type { INestApplication } from '@nestjs/common';
import { McpRegistry, McpSessions, McpTelemetry } from 'nest-mcp';
import { filter, firstValueFrom } from 'rxjs';
import { asUser, HeaderUserGuard } from '../../apps/header-user.guard.js';
import { Workshop } from '../../apps/workshop.js';
import { bootApp, PLATFORMS } from '../../support/boot-app.js';
import { EventReader } from '../../support/event-reader.js';
import { postHead, RawSocket } from '../../support/raw-socket.js';
import { SseWire } from '../../support/sse-wire.js';
import { outcome, WireClient } from '../../support/wire-client.js';
import { initialize, legacyCall, legacyRequest } from '../../support/wire-messages.js';

const ping = legacyRequest('ping');
const withUsers = (app: INestApplication) => void app.useGlobalGuards(new HeaderUserGuard());

describe.each(PLATFORMS)('sessions on $platform', (platform) => {
  let app: INestApplication;
  let client: WireClient;
  let workshop: Workshop;

  beforeAll(async () => {
    const mcp = { http: { legacySse: true } };
    app = await bootApp(platform, { providers: [Workshop] }, { mcp, configure: withUsers });
    client = new WireClient(app);
    workshop = app.get(Workshop);
  });

  afterAll(() => app.close());

  it.each(['constructor', '__proto__', 'toString'])('"%s" is the id of none', async (id) => {
    expect((await client.post(ping, { 'mcp-session-id': id })).status).toBe(404);
  });

  it('an id that somebody else has got hold of is worth nothing', async () => {
    const session = await client.openSession(asUser({ id: 'ann' }));

    const stolen = await client.post(ping, { ...session, ...asUser({ id: 'bob' }) });

    expect(stolen.status).toBe(404);
    expect((await client.post(ping, session)).status).toBe(200);
  });

  it('a client that may not open one opens none', async () => {
    const before = app.get(McpSessions).size;

    const { status, headers } = await client.post(initialize(), asUser('banned'));

    expect({ status, id: headers['mcp-session-id'] }).toEqual({ status: 403, id: undefined });
    expect(app.get(McpSessions).size).toBe(before);
  });

  it('each request of one is authenticated, not the first only', async () => {
    const session = await client.openSession();

    expect((await client.post(ping, { ...session, ...asUser('banned') })).status).toBe(403);
  });

  it('a second one leaves the calls of the first alone', async () => {
    const first = await client.openSession();
    const call = client.post(legacyCall('hold', {}, 7), first);
    const held = await workshop.nextHeld();

    const second = await client.openSession();
    const other = client.post(legacyCall('hold', {}, 7), second);
    (await workshop.nextHeld()).finish('of the second');
    held.finish('of the first');

    expect([outcome(await call).body, outcome(await other).body]).toMatchObject([
      { id: 7, result: { content: [{ text: 'of the first' }] } },
      { id: 7, result: { content: [{ text: 'of the second' }] } },
    ]);
  });

  it('two requests of one id in flight get each their own answer', async () => {
    const session = await client.openSession();
    const first = client.post(legacyCall('hold', {}, 1), session);
    const heldFirst = await workshop.nextHeld();
    const second = client.post(legacyCall('hold', {}, 1), session);
    const heldSecond = await workshop.nextHeld();

    heldSecond.finish('second');
    heldFirst.finish('first');

    expect([outcome(await first).body, outcome(await second).body]).toMatchObject([
      { id: 1, result: { content: [{ text: 'first' }] } },
      { id: 1, result: { content: [{ text: 'second' }] } },
    ]);
  });

  it('on HTTP+SSE, where answers share a stream, the second of them is refused', async () => {
    const wire = await SseWire.initialize(app);
    await wire.post(legacyCall('hold', {}, 1));
    const held = await workshop.nextHeld();

    const refused = await wire.post(legacyCall('hold', {}, 1));
    held.finish('first');

    expect(outcome(refused)).toMatchObject({ status: 400, body: { error: { code: -32600 } } });
    expect(await wire.next()).toMatchObject({ id: 1, result: { content: [{ text: 'first' }] } });
    wire.leave();
  });

  it('one that stood before a restart is unknown, so that its client shakes hands again', async () => {
    const earlier = await bootApp(platform, { providers: [Workshop] });
    const session = await new WireClient(earlier).openSession();
    await earlier.close();

    const { status, body } = outcome(await client.post(ping, session));
    expect({ status, code: body.error.code }).toEqual({ status: 404, code: -32600 });

    const stream = await client.send('GET', { ...session, accept: 'text/event-stream' });
    expect(stream.status).toBe(404);
  });
});

describe('a server without tools', () => {
  let app: INestApplication;
  let client: WireClient;

  beforeAll(async () => {
    app = await bootApp(PLATFORMS[0]!, {});
    client = new WireClient(app);
  });

  afterAll(() => app.close());

  it('has an empty list, and tells an open session of the first tool', async () => {
    const opened = await client.post(initialize());
    const session = { 'mcp-session-id': String(opened.headers['mcp-session-id']) };
    const list = async () => outcome(await client.post(legacyRequest('tools/list'), session)).body;
    await client.post({ jsonrpc: '2.0', method: 'notifications/initialized' }, session);
    const { response, leave } = await client.open('GET', {
      ...session,
      accept: 'text/event-stream',
    });
    const news = new EventReader(response).next();
    const empty = await list();

    await app.get(McpRegistry).registerTools([{ name: 'first', handler: () => 'here' }]);

    expect(outcome(opened).body.result.capabilities.tools).toEqual({ listChanged: true });
    expect(empty.result.tools).toEqual([]);
    expect(await news).toMatchObject({ method: 'notifications/tools/list_changed' });
    expect((await list()).result.tools).toMatchObject([{ name: 'first' }]);
    expect(outcome(await client.post(legacyCall('first'), session)).body).toMatchObject({
      result: { content: [{ text: 'here' }] },
    });
    response.on('error', () => undefined);
    leave();
  });
});

describe('2,000 clients that never end their session', () => {
  it('fill the maximum and no more, and the server says how many there are', async () => {
    const app = await bootApp(PLATFORMS[0]!, {});
    const { port } = new WireClient(app);
    const body = JSON.stringify(initialize());
    const ask = (connection: string): string =>
      postHead({ connection, 'content-length': body.length }) + body;
    const sockets = await Promise.all(Array.from({ length: 20 }, () => RawSocket.connect(port)));

    for (const socket of sockets) void socket.write(ask('keep-alive').repeat(99) + ask('close'));
    await Promise.all(sockets.map(({ closed }) => closed));
    const { size } = app.get(McpSessions);
    await app.close();

    const heads = sockets.flatMap(({ received }) => received.match(/HTTP\/1\.1 \d+/g) ?? []);
    const of = (status: number) => heads.filter((head) => head.endsWith(` ${status}`)).length;
    expect({ opened: of(200), refused: of(503), size }).toEqual({
      opened: 1_024,
      refused: 976,
      size: 1_024,
    });
  });

  it('lose it when they are idle', async () => {
    const app = await bootApp(PLATFORMS[0]!, {}, { mcp: { limits: { sessionIdleMs: 50 } } });
    const client = new WireClient(app);
    const ended = firstValueFrom(
      app.get(McpTelemetry).events$.pipe(filter(({ type }) => type === 'session_ended')),
    );
    const session = await client.openSession();

    const end = await ended;
    const { status } = await client.post(ping, session);
    await app.close();

    expect(end).toMatchObject({ reason: 'expired' });
    expect(status).toBe(404);
  });
});

describe.each(PLATFORMS)('a server without sessions on $platform', (platform) => {
  let app: INestApplication;
  let client: WireClient;

  beforeAll(async () => {
    const mcp = { sessions: false } as const;
    app = await bootApp(platform, { providers: [Workshop] }, { mcp, configure: withUsers });
    client = new WireClient(app);
  });

  afterAll(() => app.close());

  it.each(['GET', 'DELETE'])('says that there is no %s, and what there is', async (method) => {
    const { status, headers } = await client.send(method, { accept: 'text/event-stream' });

    expect({ status, allow: headers.allow }).toEqual({ status: 405, allow: 'POST' });
  });

  it('authenticates every call', async () => {
    const call = legacyCall('echo', { text: 'hi' });

    const answers = await Promise.all([
      client.post(call, asUser({ id: 'ann' })),
      client.post(call, asUser('banned')),
      client.post(initialize(), asUser('banned')),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([200, 403, 403]);
  });

  it('answers one request after the other, none with a 500 or an empty body', async () => {
    for (const id of [1, 2, 3]) {
      const { status, body } = outcome(await client.post(legacyCall('echo', { text: 'hi' }, id)));

      expect({ status, id: body.id }).toEqual({ status: 200, id });
    }
  });
});
