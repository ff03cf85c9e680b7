import type { INestApplication } from '@nestjs/common';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { HeaderUserGuard, asUser } from '../../apps/header-user.guard.js';
import { StreamLab } from '../../apps/stream-lab.js';
import { PLATFORMS, bootApp } from '../../support/boot-app.js';
import { StreamClient, nextMessage, report, rest, valueOf } from '../../support/stream-client.js';
import { WireClient, outcome } from '../../support/wire-client.js';
import { legacyCall, modernCall } from '../../support/wire-messages.js';

const cancel = (requestId: number) => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId },
});

describe.each(PLATFORMS)('resuming the stream of a call on $platform', ({ createAdapter }) => {
  let app: INestApplication;

  beforeAll(async () => {
    app = await bootApp(
      { createAdapter },
      { providers: [StreamLab] },
      { configure: (application) => application.useGlobalGuards(new HeaderUserGuard()) },
    );
  });

  afterAll(() => app.close());

  /** A call whose client has read one report and then lost the connection. */
  async function lostCall(version?: string) {
    const client = await StreamClient.open(app, { ...(version && { version }) });
    const connection = once(app.getHttpServer(), 'connection') as Promise<[Socket]>;
    const { call, ...stream } = await client.drive();
    const { id = 'none' } = await nextMessage(stream);
    const [socket] = await connection;
    stream.leave();
    if (!socket.closed) await once(socket, 'close');
    return { client, call, id };
  }

  it.each(['2025-11-25', '2025-06-18', '2025-03-26'])(
    'gives the rest and the answer that came meanwhile, with %s',
    async (version) => {
      const { client, call, id } = await lostCall(version);
      await report(call.context, 2, 3);
      call.finish('done');

      expect(await rest(await client.get(id))).toEqual([2, 3, 'done']);
    },
  );

  it('gives what came meanwhile, and then what comes', async () => {
    const { client, call, id } = await lostCall();
    await report(call.context, 2, 2);
    const stream = await client.get(id);
    expect(valueOf((await stream.reader.next()) ?? {})).toBe(2);

    await report(call.context, 3, 3);
    call.finish('done');

    expect(await rest(stream)).toEqual([3, 'done']);
  });

  it('works again and again, each time from where the client says', async () => {
    const { client, call, id } = await lostCall();
    await report(call.context, 2, 4);
    call.finish('done');

    expect(await rest(await client.get(id))).toEqual([2, 3, 4, 'done']);
    const stream = await client.get(id);
    const { id: second = 'none' } = await nextMessage(stream);
    stream.leave();
    expect(await rest(await client.get(second))).toEqual([3, 4, 'done']);
  });

  it('tells a client that has everything not to come back', async () => {
    const { client, call, id } = await lostCall();
    call.finish('done');
    const stream = await client.get(id);
    const { id: last = 'none' } = await nextMessage(stream);

    expect(await client.getOnce(last)).toMatchObject({ status: 204, text: '' });
  });

  it('takes the place of a connection that is still there', async () => {
    const client = await StreamClient.open(app);
    const { call, ...first } = await client.drive();
    const { id } = await nextMessage(first);

    const second = await client.get(id);
    call.finish('done');

    expect(await rest(first)).toEqual([]);
    expect(await rest(second)).toEqual(['done']);
  });

  it('closes a connection that has stopped reading', async () => {
    const client = await StreamClient.open(app);
    const connection = once(app.getHttpServer(), 'connection') as Promise<[Socket]>;
    const { response, call, leave } = await client.drive();
    const [socket] = await connection;
    response.pause();
    const big = 'x'.repeat(512 * 1024);
    for (let step = 2; step <= 40; step++) void call.context.progress(step, { message: big });
    const priming = await new Promise<string>((resolve) => {
      response.once('data', (chunk: string) => resolve(chunk));
      response.resume();
    });
    response.pause();
    const [, id = 'none'] = /^id: (.*)$/m.exec(priming) ?? [];

    const isClosed = once(socket, 'close');
    const second = await client.get(id);
    await isClosed;
    call.finish('done');

    expect((await rest(second)).at(-1)).toBe('done');
    leave();
  });

  it('ends at once when the call is cancelled', async () => {
    const { client, call, id } = await lostCall();
    const stream = await client.get(id);

    await client.wire.post(cancel(1), client.headers);

    expect(await rest(stream)).toEqual([]);
    expect(call.context.signal.aborted).toBe(true);
    expect((await client.getOnce(id)).status).toBe(204);
  });

  it('ends with the session', async () => {
    const { client, call, id } = await lostCall();
    const stream = await client.get(id);

    await client.wire.send('DELETE', client.headers);

    expect(await rest(stream)).toEqual([]);
    expect(call.context.signal.aborted).toBe(true);
    expect((await client.getOnce(id)).status).toBe(404);
  });

  it.each(['nonsense', '.', 'a.1', '', 'a.1, a.2', '__proto__.0', 'constructor.1'])(
    'is refused after "%s"',
    async (id) => {
      const client = await StreamClient.open(app);

      expect(outcome(await client.getOnce(id))).toMatchObject({
        status: 400,
        body: { jsonrpc: '2.0', error: { code: -32600 } },
      });
    },
  );

  it('is refused alike after an event of another session, of no session, and of the future', async () => {
    const { client, call, id } = await lostCall();
    call.finish('done');
    const stranger = await StreamClient.open(app);

    const answers = [
      await stranger.getOnce(id),
      await stranger.getOnce(id.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))),
      await client.getOnce(id.replace(/\d+$/, '99')),
    ];

    expect(answers.map(outcome)).toEqual(answers.map(() => outcome(answers[0]!)));
    expect(answers[0]).toMatchObject({ status: 400 });
  });

  it('is for the principal of the session only', async () => {
    const ann = await StreamClient.open(app, { headers: asUser({ id: 'ann' }) });
    const { call, ...stream } = await ann.drive();
    const { id = 'none' } = await nextMessage(stream);

    const stolen = await ann.getOnce(id, asUser({ id: 'bob' }));
    const anonymous = await ann.getOnce(id, { 'x-user': undefined });
    call.finish('done');

    expect([stolen.status, anonymous.status]).toEqual([404, 404]);
    expect(await rest(stream)).toEqual(['done']);
  });

  it('finds a question that was asked while the client was away', async () => {
    const { client, call, id } = await lostCall();
    const form = { type: 'object', properties: { name: { type: 'string' } } } as const;
    const told = call.context.elicit('Who are you?', form);

    const stream = await client.get(id);
    const question = (await stream.reader.next()) as { id: string };
    const answer = { action: 'accept', content: { name: 'Ada' } };
    await client.wire.post({ jsonrpc: '2.0', id: question.id, result: answer }, client.headers);
    expect(await told).toMatchObject(answer);
    call.finish('hello');

    expect(await rest(stream)).toEqual(['hello']);
  });

  it('is for clients that were given an id: a plain answer is lost with its connection', async () => {
    const client = await StreamClient.open(app);
    const connection = once(app.getHttpServer(), 'connection') as Promise<[Socket]>;
    const pending = client.wire.open('POST', client.headers, legacyCall('drive')).catch(() => 0);
    const call = await app.get(StreamLab).nextDriven();
    const [socket] = await connection;
    socket.destroy();
    await once(socket, 'close');
    await pending;

    await call.context.progress(1);
    call.finish('nobody hears');

    expect(call.context.signal.aborted).toBe(false);
  });
});

describe.each(PLATFORMS)('polling on $platform', ({ createAdapter }) => {
  let app: INestApplication;
  let wire: WireClient;

  beforeAll(async () => {
    app = await bootApp({ createAdapter }, { providers: [StreamLab] });
    wire = new WireClient(app);
  });

  afterAll(() => app.close());

  it('begins with an id and the time to wait, and ends the connection', async () => {
    const client = await StreamClient.open(app);
    const { text } = await wire.post(legacyCall('poll'), client.headers);

    expect(text).toMatch(/^id: [\w-]+\.0\ndata: \n\nretry: 20\n\n$/);
    const [, id = 'none'] = /^id: (.*)$/m.exec(text) ?? [];
    expect(await rest(await client.get(id))).toEqual(['polled']);
  });

  it('may end a connection that has carried something, and a resumed one', async () => {
    const client = await StreamClient.open(app);
    const { call, ...stream } = await client.drive();
    call.context.closeStream({ retryMs: 0 });
    const { id = 'none' } = await nextMessage(stream);
    expect(await stream.reader.nextEvent()).toMatchObject({ retry: '0' });
    expect(await stream.reader.nextEvent()).toBeUndefined();

    const second = await client.get(id);
    await report(call.context, 2, 2);
    call.context.closeStream();
    const { id: next = 'none' } = await nextMessage(second);
    expect(await second.reader.nextEvent()).toMatchObject({ retry: '1000' });
    expect(await second.reader.nextEvent()).toBeUndefined();

    call.finish('done');
    expect(await rest(await client.get(next))).toEqual(['done']);
  });

  it('ends the stream of a call that is cancelled while nobody is connected', async () => {
    const client = await StreamClient.open(app);
    const { call, ...stream } = await client.drive();
    call.context.closeStream();
    const { id = 'none' } = await nextMessage(stream);

    await wire.post(cancel(1), client.headers);

    expect((await client.getOnce(id)).status).toBe(204);
  });

  it.each(['2025-06-18', '2025-03-26'])('does not exist in %s', async (version) => {
    const client = await StreamClient.open(app, { version });

    expect(outcome(await wire.post(legacyCall('poll'), client.headers)).body).toMatchObject({
      result: { content: [{ text: 'polled' }] },
    });
  });

  it('does not exist in 2026-07-28', async () => {
    const { body, headers } = modernCall('poll');

    expect(outcome(await wire.post(body, headers)).body).toMatchObject({
      result: { content: [{ text: 'polled' }] },
    });
  });

  it('is not for a client that takes no stream', async () => {
    const client = await StreamClient.open(app);
    const headers = { ...client.headers, accept: 'application/json' };

    expect(outcome(await wire.post(legacyCall('poll'), headers)).body).toMatchObject({
      result: { content: [{ text: 'polled' }] },
    });
  });

  it.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '5'])(
    'refuses a time like %s',
    async (retryMs) => {
      const client = await StreamClient.open(app);
      const { call, ...stream } = await client.drive();

      expect(() => call.context.closeStream({ retryMs: retryMs as number })).toThrow(RangeError);
      call.finish('done');
      expect(await rest(stream)).toEqual([1, 'done']);
    },
  );
});

describe('the streams of one session', () => {
  let app: INestApplication;

  beforeAll(async () => {
    const mcp = { limits: { maxStreamsPerSession: 2 } };
    app = await bootApp(PLATFORMS[0]!, { providers: [StreamLab] }, { mcp });
  });

  afterAll(() => app.close());

  it('make room by forgetting the one that ended longest ago', async () => {
    const client = await StreamClient.open(app);
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) {
      const { call, ...stream } = await client.drive();
      ids.push((await nextMessage(stream)).id ?? 'none');
      call.finish('done');
      await rest(stream);
    }

    expect((await client.getOnce(ids[0]!)).status).toBe(400);
    expect(await rest(await client.get(ids[1]))).toEqual(['done']);
  });

  it('leave a call with its plain answer when all are open, and GET as it is', async () => {
    const client = await StreamClient.open(app);
    const open = [await client.drive(1), await client.drive(2)];
    const third = client.wire.post(legacyCall('drive', {}, 3), client.headers);
    const call = await app.get(StreamLab).nextDriven();
    await call.context.progress(1);
    call.finish('plain');

    expect(outcome(await third).body).toMatchObject({ result: { content: [{ text: 'plain' }] } });
    const standalone = await client.get();
    client.push(1);
    expect(await standalone.reader.next()).toMatchObject({ params: { n: 1 } });
    for (const stream of open) stream.call.finish('done');
    expect(await Promise.all(open.map(rest))).toEqual([
      [1, 'done'],
      [1, 'done'],
    ]);
    standalone.leave();
  });
});
