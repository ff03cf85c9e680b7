import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { McpDispatcher, McpNotificationBus, McpTelemetry } from 'nest-mcp';
import { filter, firstValueFrom } from 'rxjs';
import { AppModule } from '../../apps/changes/app.module.js';
import { PLATFORMS } from '../../support/boot-app.js';
import { EventReader } from '../../support/event-reader.js';
import { postHead, RawSocket } from '../../support/raw-socket.js';
import { outcome, read, WireClient } from '../../support/wire-client.js';
import { modernCall, modernRequest } from '../../support/wire-messages.js';

const ID = 'io.modelcontextprotocol/subscriptionId';
const FILTER = { toolsListChanged: true, resourceSubscriptions: ['shop://stock/978'] };

const listenRequest = (notifications: unknown = FILTER, id: string | number = 1) =>
  modernRequest('subscriptions/listen', { notifications }, id);

describe.each(PLATFORMS)('subscriptions/listen over HTTP on $platform', ({ createAdapter }) => {
  let app: INestApplication;
  let client: WireClient;
  let bus: McpNotificationBus;

  beforeEach(async () => {
    app = await NestFactory.create(AppModule, createAdapter(), { logger: false });
    await app.listen(0, '127.0.0.1');
    client = new WireClient(app);
    bus = app.get(McpNotificationBus);
  });
  afterEach(() => app.close());

  const listening = () => app.get(McpDispatcher).snapshot();

  async function open(notifications?: unknown, id?: string | number) {
    const { body, headers } = listenRequest(notifications, id);
    const { response, leave } = await client.open('POST', headers, body);
    return { response, reader: new EventReader(response), leave };
  }

  it('is a real event stream, whose head comes with the acknowledgement', async () => {
    const { response, reader, leave } = await open();

    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(await reader.next()).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/subscriptions/acknowledged',
      params: { notifications: FILTER, _meta: { [ID]: 1 } },
    });
    leave();
  });

  it.each([0, 7, '7', ''])('has the id %j as it was sent', async (id) => {
    const { reader, leave } = await open({ promptsListChanged: true }, id);
    await reader.next();
    bus.listChanged('prompts');

    expect(await reader.next()).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/prompts/list_changed',
      params: { _meta: { [ID]: id } },
    });
    leave();
  });

  it('is told what calls of other requests change, and they are not', async () => {
    const { reader, leave } = await open();
    await reader.next();
    const sell = modernCall('sell', { isbn: '978' }, 1);
    const sold = await client.post(sell.body, sell.headers);
    const teach = modernCall('teach', {}, 1);
    await client.post(teach.body, teach.headers);

    expect(sold.headers['content-type']).toContain('application/json');
    expect(await reader.next()).toMatchObject({
      method: 'notifications/resources/updated',
      params: { uri: 'shop://stock/978', _meta: { [ID]: 1 } },
    });
    expect(await reader.next()).toMatchObject({ method: 'notifications/tools/list_changed' });
    leave();
  });

  it('gets a comment now and then while nothing changes', async () => {
    const socket = await RawSocket.connect(client.port);
    const { body, headers } = listenRequest();
    const json = JSON.stringify(body);
    await socket.write(postHead({ ...headers, 'content-length': Buffer.byteLength(json) }) + json);
    const received = await socket.until(/\n: keep-alive\n\n[^]*\n: keep-alive\n\n/);

    expect(received.indexOf('acknowledged')).toBeLessThan(received.indexOf('\n: keep-alive'));
    socket.leave();
    await socket.closed;
  });

  it.each(['application/json', 'application/json, text/event-stream;q=0'])(
    'is refused with 406 and the id of the request where Accept is %s',
    async (accept) => {
      const { body, headers } = listenRequest(FILTER, 'json-only');
      const answer = await client.post(body, { ...headers, accept });

      expect(outcome(answer)).toEqual({
        status: 406,
        body: {
          jsonrpc: '2.0',
          id: 'json-only',
          error: {
            code: -32600,
            message: 'Accept must allow text/event-stream for subscriptions/listen',
          },
        },
      });
      expect(listening()).toMatchObject({ listens: 0, pending: 0 });
    },
  );

  it.each(['text/event-stream', '*/*', undefined])(
    'is served where Accept is %s',
    async (accept) => {
      const { body, headers } = listenRequest();
      const { response, leave } = await client.open('POST', { ...headers, accept }, body);

      expect(response.headers['content-type']).toBe('text/event-stream');
      leave();
    },
  );

  it('with a filter that is none is answered as JSON', async () => {
    const { body, headers } = listenRequest({ toolsListChanged: 'yes' });
    const answer = await client.post(body, headers);

    expect(answer.headers['content-type']).toContain('application/json');
    expect(outcome(answer)).toMatchObject({
      status: 200,
      body: { id: 1, error: { code: -32602 } },
    });
  });

  it('with too many resources is answered as JSON', async () => {
    const uris = Array.from({ length: 1001 }, (_uri, number) => `shop://stock/${number}`);
    const { body, headers } = listenRequest({ resourceSubscriptions: uris });
    const answer = await client.post(body, headers);

    expect(outcome(answer)).toMatchObject({ status: 200, body: { error: { code: -32602 } } });
  });

  it('ends with its client, and others go on', async () => {
    const [first, second] = [await open(), await open()];
    await Promise.all([first.reader.next(), second.reader.next()]);
    const isClosed = firstValueFrom(
      app.get(McpTelemetry).events$.pipe(filter(({ type }) => type === 'listen_closed')),
    );

    first.leave();
    expect(await isClosed).toMatchObject({ by: 'client' });

    expect(listening()).toMatchObject({ listens: 1, subscriptions: 1 });
    bus.listChanged('tools');
    expect(await second.reader.next()).toMatchObject({
      method: 'notifications/tools/list_changed',
    });
    second.leave();
  });

  it('ends with a result when the application closes, which it does not hold up', async () => {
    const { reader } = await open(FILTER, 'last');
    await reader.next();
    await app.close();

    expect(await reader.next()).toMatchObject({
      id: 'last',
      result: { resultType: 'complete', _meta: { [ID]: 'last' } },
    });
    expect(await reader.next()).toBeUndefined();
  });

  it('is not there for sessions up to 2025-11-25', async () => {
    const session = await client.openSession();
    const body = { jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: {} };

    expect(outcome(await client.post(body, session))).toMatchObject({
      status: 200,
      body: { error: { code: -32601 } },
    });
  });

  it.each(['resources/subscribe', 'resources/unsubscribe'])(
    'takes the place of %s, which is 404 now',
    async (method) => {
      const { body, headers } = modernRequest(method, { uri: 'shop://stock/978' });

      expect(outcome(await client.post(body, headers))).toMatchObject({
        status: 404,
        body: { error: { code: -32601 } },
      });
    },
  );

  it('says nothing to a session of the other era, which subscribes by itself', async () => {
    const session = await client.openSession();
    const params = { uri: 'shop://stock/978' };
    const subscribe = { jsonrpc: '2.0', id: 1, method: 'resources/subscribe', params };
    expect(outcome(await client.post(subscribe, session))).toEqual({
      status: 200,
      body: { jsonrpc: '2.0', id: 1, result: {} },
    });
    expect(listening().subscriptions).toBe(1);

    await client.send('DELETE', session);

    expect(listening().subscriptions).toBe(0);
  });

  it('reads to the end where the client waits for the whole response', async () => {
    const { body, headers } = listenRequest();
    const { response } = await client.open('POST', headers, body);
    const text = read(response);
    await app.close();

    expect((await text).match(/^event: message$/gm)).toHaveLength(2);
  });
});
