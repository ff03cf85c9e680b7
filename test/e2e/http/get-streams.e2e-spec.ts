import type { INestApplication } from '@nestjs/common';
import { McpNotificationBus } from 'nest-mcp';
import { StreamLab } from '../../apps/stream-lab.js';
import { Workshop } from '../../apps/workshop.js';
import { PLATFORMS, bootApp } from '../../support/boot-app.js';
import { StreamClient, nextMessage, rest, valueOf } from '../../support/stream-client.js';
import { WireClient, outcome } from '../../support/wire-client.js';
import { legacyRequest } from '../../support/wire-messages.js';

const LEGACY = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

describe.each(PLATFORMS)('the GET stream of a session on $platform', ({ createAdapter }) => {
  let app: INestApplication;

  beforeAll(async () => {
    app = await bootApp({ createAdapter }, { providers: [StreamLab, Workshop] });
  });

  afterAll(() => app.close());

  it('is an event stream whose head comes before any event', async () => {
    const client = await StreamClient.open(app, { version: '2025-06-18' });

    const { response, leave } = await client.get();

    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    leave();
  });

  it.each(LEGACY)('begins for %s as the revision has it', async (version) => {
    const client = await StreamClient.open(app, { version });
    const stream = await client.get();
    client.push(1);

    const first = await stream.reader.nextEvent();

    const priming = { id: expect.any(String), data: '', retry: undefined };
    const event = { id: expect.any(String), data: expect.stringContaining('"n":1') };
    expect(first).toMatchObject(version === '2025-11-25' ? priming : event);
    stream.leave();
  });

  it('has what came before the first GET', async () => {
    const client = await StreamClient.open(app);
    client.push(1);
    client.push(2);

    const stream = await client.get();

    const values = [await stream.reader.next(), await stream.reader.next()];
    expect(values).toMatchObject([{ params: { n: 1 } }, { params: { n: 2 } }]);
    stream.leave();
  });

  it('moves to a second GET, with nothing lost and nothing twice', async () => {
    const client = await StreamClient.open(app);
    const first = await client.get();
    client.push(1);
    await nextMessage(first);

    const second = await client.get();
    client.push(2);

    expect(await rest(first)).toEqual([]);
    expect(await second.reader.next()).toMatchObject({ params: { n: 2 } });
    second.leave();
  });

  it('resumes after the event that the client names', async () => {
    const client = await StreamClient.open(app);
    const first = await client.get();
    client.push(1);
    client.push(2);
    const { id } = await nextMessage(first);
    first.leave();
    client.push(3);

    const second = await client.get(id);

    const values = [await second.reader.next(), await second.reader.next()];
    expect(values).toMatchObject([{ params: { n: 2 } }, { params: { n: 3 } }]);
    second.leave();
  });

  it('resumes after an event whose history is gone, with what there is', async () => {
    const client = await StreamClient.open(app);
    const first = await client.get();
    client.push(1);
    const { id } = await nextMessage(first);
    first.leave();
    for (let n = 2; n <= 150; n++) client.push(n);

    const second = await client.get(id);

    expect(valueOf((await second.reader.next()) ?? {})).toBe(51);
    second.leave();
  });

  it('never carries what belongs to a call', async () => {
    const client = await StreamClient.open(app);
    const standalone = await client.get();
    const { call, ...stream } = await client.drive();
    call.finish('done');
    client.push(7);

    expect(await rest(stream)).toEqual([1, 'done']);
    expect(await standalone.reader.next()).toMatchObject({ params: { n: 7 } });
    standalone.leave();
  });

  it('tells of changed lists and of resources that the client subscribed to', async () => {
    const client = await StreamClient.open(app);
    const post = (body: object) => client.wire.post(body, client.headers);
    await post({ jsonrpc: '2.0', method: 'notifications/initialized' });
    await post(legacyRequest('resources/subscribe', { uri: 'workshop://tools' }));
    const stream = await client.get();
    const bus = app.get(McpNotificationBus);

    bus.listChanged('prompts');
    bus.resourceUpdated('workshop://tools');

    expect([await stream.reader.next(), await stream.reader.next()]).toMatchObject([
      { method: 'notifications/prompts/list_changed' },
      { method: 'notifications/resources/updated', params: { uri: 'workshop://tools' } },
    ]);
    stream.leave();
  });

  it('is not shared with another session', async () => {
    const [ann, bob] = [await StreamClient.open(app), await StreamClient.open(app)];
    const streams = [await ann.get(), await bob.get()] as const;

    ann.push(1);
    bob.push(2);

    expect(await streams[1].reader.next()).toMatchObject({ params: { n: 2 } });
    expect(await streams[0].reader.next()).toMatchObject({ params: { n: 1 } });
    for (const { leave } of streams) leave();
  });

  it('ends with the session', async () => {
    const client = await StreamClient.open(app);
    const stream = await client.get();

    await client.wire.send('DELETE', client.headers);

    expect(await rest(stream)).toEqual([]);
    expect((await client.wire.send('GET', client.headers)).status).toBe(404);
  });

  it.each([
    ['no session', { accept: 'text/event-stream' }, 400],
    ['an unknown session', { 'mcp-session-id': 'nobody' }, 404],
    ['no session, and a version', { 'mcp-protocol-version': '2025-11-25' }, 400],
  ])('is not to be had with %s', async (_, headers, status) => {
    const answer = await new WireClient(app).send('GET', headers);

    expect(outcome(answer)).toMatchObject({ status, body: { error: { code: -32600 } } });
  });

  it.each(['application/json', 'text/html', 'text/event-stream;q=0'])(
    'is not to be had as %s',
    async (accept) => {
      const client = await StreamClient.open(app);

      const answer = await client.wire.send('GET', { ...client.headers, accept });

      expect(outcome(answer)).toMatchObject({ status: 406, body: { error: { code: -32600 } } });
    },
  );

  it.each([undefined, '*/*', 'text/*'])('is to be had with the Accept %s', async (accept) => {
    const client = await StreamClient.open(app);

    const { response, leave } = await client.wire.open('GET', { ...client.headers, accept });

    response.on('error', () => undefined);
    expect(response.statusCode).toBe(200);
    leave();
  });

  it('needs a version that is served, if one is named', async () => {
    const client = await StreamClient.open(app);
    const headers = { ...client.headers, 'mcp-protocol-version': '1999-01-01' };

    expect((await client.wire.send('GET', headers)).status).toBe(400);
  });
});

describe('a session without an event store', () => {
  let app: INestApplication;

  beforeAll(async () => {
    const mcp = { sessions: { eventStore: false as const } };
    app = await bootApp(PLATFORMS[0]!, { providers: [StreamLab] }, { mcp });
  });

  afterAll(() => app.close());

  it('has a GET stream without ids, for what comes while it is open', async () => {
    const client = await StreamClient.open(app);
    client.push(1);
    const stream = await client.get();
    client.push(2);

    expect(await stream.reader.nextEvent()).toMatchObject({
      id: undefined,
      data: expect.stringContaining('"n":2'),
    });
    stream.leave();
  });

  it('cannot be resumed', async () => {
    const client = await StreamClient.open(app);

    expect((await client.getOnce('a.0')).status).toBe(400);
  });

  it('has streams of calls without ids, which cannot be polled', async () => {
    const client = await StreamClient.open(app);
    const { call, ...stream } = await client.drive();
    call.context.closeStream();
    call.finish('done');

    expect((await stream.reader.nextEvent())?.id).toBeUndefined();
    expect(await rest(stream)).toEqual(['done']);
  });
});
