import type { INestApplication } from '@nestjs/common';
import { Workshop } from '../../apps/workshop.js';
import { bootApp, PLATFORMS } from '../../support/boot-app.js';
import { SseWire } from '../../support/sse-wire.js';
import { outcome, WireClient } from '../../support/wire-client.js';
import { initialize, legacyCall, legacyRequest, modernCall } from '../../support/wire-messages.js';

const ping = legacyRequest('ping');
const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };

describe.each(PLATFORMS)('HTTP+SSE on $platform', ({ createAdapter }) => {
  let app: INestApplication;
  let workshop: Workshop;

  beforeAll(async () => {
    const mcp = { http: { legacySse: true }, limits: { bodyLimit: 2_000, maxSessions: 100 } };
    app = await bootApp({ createAdapter }, { providers: [Workshop] }, { mcp });
    workshop = app.get(Workshop);
  });

  afterAll(() => app.close());

  describe('the stream', () => {
    it('begins with where to post messages, before anything else', async () => {
      const wire = await SseWire.open(app);

      expect(await wire.nextBlock()).toMatch(
        /^event: endpoint\ndata: \/messages\?sessionId=[\w-]{24}$/,
      );
      wire.leave();
    });

    it('is an event stream that nothing on the way may hold back', async () => {
      const wire = await SseWire.connect(app);

      expect({ status: wire.status, ...wire.responseHeaders }).toMatchObject({
        status: 200,
        'content-type': 'text/event-stream',
        'cache-control': 'no-cache, no-transform',
        'x-accel-buffering': 'no',
      });
      wire.leave();
    });

    it('has an id of its own', async () => {
      const [first, second] = [await SseWire.connect(app), await SseWire.connect(app)];

      expect(first.sessionId).not.toBe(second.sessionId);
      first.leave();
      second.leave();
    });

    it('is not there for a client that takes none', async () => {
      const answer = await new WireClient(app, '/sse').send('GET', { accept: 'application/json' });

      expect(outcome(answer)).toMatchObject({
        status: 406,
        body: { jsonrpc: '2.0', error: { code: -32600 } },
      });
    });

    it.each([undefined, '*/*', 'text/*', 'application/json, text/event-stream'])(
      'is there for a client that accepts %s',
      async (accept) => {
        const { response, leave } = await new WireClient(app, '/sse').open('GET', { accept });

        expect(response.headers['content-type']).toBe('text/event-stream');
        leave();
      },
    );

    it('is not opened by HEAD', async () => {
      const { status, headers } = await new WireClient(app, '/sse').send('HEAD');

      expect({ status, allow: headers.allow }).toEqual({ status: 405, allow: 'GET' });
    });

    it('is refused to a page of another origin', async () => {
      const answer = await new WireClient(app, '/sse').send('GET', {
        origin: 'https://evil.example',
      });

      expect(outcome(answer)).toMatchObject({ status: 403, body: { error: { code: -32600 } } });
    });

    it('is refused under a foreign host on a loopback connection', async () => {
      const answer = await new WireClient(app, '/sse').send('GET', { host: 'rebound.example' });

      expect(answer.status).toBe(403);
    });
  });

  describe('a conversation', () => {
    it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
      'may be of %s',
      async (protocolVersion) => {
        const wire = await SseWire.connect(app);
        const params = { protocolVersion, capabilities: {} };

        const answer = await wire.ask(legacyRequest('initialize', params));

        expect(answer).toMatchObject({ jsonrpc: '2.0', id: 1, result: { protocolVersion } });
        wire.leave();
      },
    );

    it('has every answer on the stream, as an event of the type message', async () => {
      const wire = await SseWire.initialize(app);

      const posted = await wire.post(legacyCall('echo', { text: 'hi' }, 7));

      expect({ status: posted.status, text: posted.text }).toEqual({ status: 202, text: '' });
      const event = await wire.nextEvent();
      expect(event?.name).toBe('message');
      expect(JSON.parse(event?.data ?? '')).toEqual({
        jsonrpc: '2.0',
        id: 7,
        result: { content: [{ type: 'text', text: 'hi' }] },
      });
      wire.leave();
    });

    it('has progress before the answer', async () => {
      const wire = await SseWire.initialize(app);
      await wire.post(legacyCall('count', { steps: 2 }));

      const messages = [await wire.next(), await wire.next(), await wire.next()];

      expect(messages).toMatchObject([
        { method: 'notifications/progress', params: { progress: 1 } },
        { method: 'notifications/progress', params: { progress: 2 } },
        { id: 1, result: {} },
      ]);
      wire.leave();
    });

    it('has errors of methods on the stream too', async () => {
      const wire = await SseWire.initialize(app);

      const posted = await wire.post(legacyRequest('nothing/here'));

      expect(posted.status).toBe(202);
      expect(await wire.next()).toMatchObject({ id: 1, error: { code: -32601 } });
      wire.leave();
    });

    it('begins with the handshake', async () => {
      const wire = await SseWire.connect(app);

      expect(await wire.ask(legacyRequest('tools/list'))).toMatchObject({
        id: 1,
        error: { code: -32602, message: expect.stringContaining('initialize') },
      });
      expect(await wire.ask(ping)).toMatchObject({ id: 1, result: {} });
      wire.leave();
    });

    it('takes notifications and stray answers without a word', async () => {
      const wire = await SseWire.initialize(app);

      const answers = [
        await wire.post(initialized),
        await wire.post({ jsonrpc: '2.0', id: 'nobody-asked', result: {} }),
        await wire.post({ jsonrpc: '2.0', method: 7 }),
      ];

      expect(answers).toMatchObject(answers.map(() => ({ status: 202, text: '' })));
      expect(await wire.ask(legacyRequest('ping', {}, 'next'))).toMatchObject({ id: 'next' });
      wire.leave();
    });

    it('cancels a call, which then has no answer', async () => {
      const wire = await SseWire.initialize(app);
      await wire.post(legacyCall('hold', {}, 'held'));
      const held = await workshop.nextHeld();

      const params = { requestId: 'held', reason: 'changed my mind' };
      await wire.post({ jsonrpc: '2.0', method: 'notifications/cancelled', params });

      expect(held.signal.aborted).toBe(true);
      expect(await wire.ask(legacyRequest('ping', {}, 'next'))).toMatchObject({ id: 'next' });
      wire.leave();
    });

    it('refuses an id that is in use where the client cannot take it for the answer', async () => {
      const wire = await SseWire.initialize(app);
      await wire.post(legacyCall('hold', {}, 'twice'));
      const held = await workshop.nextHeld();

      const second = await wire.post(legacyRequest('ping', {}, 'twice'));
      held.finish('the one answer');

      expect(outcome(second)).toMatchObject({
        status: 400,
        body: { jsonrpc: '2.0', id: 'twice', error: { code: -32600 } },
      });
      expect(await wire.next()).toMatchObject({
        id: 'twice',
        result: { content: [{ text: 'the one answer' }] },
      });
      expect(await wire.ask(legacyRequest('ping', {}, 'twice'))).toMatchObject({ id: 'twice' });
      wire.leave();
    });

    it('is apart from every other', async () => {
      const [one, other] = [await SseWire.initialize(app), await SseWire.initialize(app)];
      await one.post(legacyCall('hold', {}, 1));
      const held = await workshop.nextHeld();

      const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled' };
      await other.post({ ...cancelled, params: { requestId: 1 } });
      expect(await other.ask(legacyCall('echo', { text: 'other' }, 1))).toMatchObject({
        result: { content: [{ text: 'other' }] },
      });

      expect(held.signal.aborted).toBe(false);
      held.finish('one');
      expect(await one.next()).toMatchObject({ id: 1, result: { content: [{ text: 'one' }] } });
      one.leave();
      other.leave();
    });

    it('knows no envelope, and names the revisions it can have instead', async () => {
      const wire = await SseWire.connect(app);

      const posted = await wire.post(modernCall('echo', { text: 'hi' }, 'e').body);

      expect(posted.status).toBe(202);
      expect(await wire.next()).toMatchObject({
        id: 'e',
        error: {
          code: -32022,
          data: {
            supported: ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'],
            requested: '2026-07-28',
          },
        },
      });
      wire.leave();
    });

    it('calls a broken envelope broken', async () => {
      const wire = await SseWire.connect(app);
      const _meta = { 'io.modelcontextprotocol/clientCapabilities': {} };

      expect(await wire.ask(legacyRequest('tools/list', { _meta }))).toMatchObject({
        error: { code: -32602, message: expect.stringContaining('protocolVersion') },
      });
      wire.leave();
    });
  });

  describe('a POST', () => {
    it.each<[string, number, number, unknown]>([
      ['that is cut off', 400, -32700, '{"jsonrpc":"2.0"'],
      ['that is empty', 400, -32700, ''],
      ['that is no message', 400, -32600, '"hello"'],
      ['of a list', 400, -32600, [ping]],
      ['whose id is no id', 400, -32600, { jsonrpc: '2.0', id: 1.5, method: 'ping' }],
      [
        'whose params are a list',
        400,
        -32602,
        { jsonrpc: '2.0', id: 1, method: 'ping', params: [] },
      ],
    ])('%s is refused with %i and %i', async (_, status, code, message) => {
      const wire = await SseWire.initialize(app);

      const answer = await wire.post(message);

      expect(answer.headers['content-type']).toBe('application/json');
      expect(outcome(answer)).toMatchObject({ status, body: { jsonrpc: '2.0', error: { code } } });
      expect(await wire.ask(legacyRequest('ping', {}, 'next'))).toMatchObject({ id: 'next' });
      wire.leave();
    });

    it.each<[string, number, Record<string, string | undefined>]>([
      ['of text', 415, { 'content-type': 'text/plain' }],
      ['without a type', 415, { 'content-type': undefined }],
      ['that is compressed', 415, { 'content-encoding': 'gzip' }],
      ['of a page elsewhere', 403, { origin: 'https://evil.example' }],
    ])('%s is refused with %i', async (_, status, headers) => {
      const wire = await SseWire.initialize(app);

      expect(outcome(await wire.post(ping, headers))).toMatchObject({
        status,
        body: { jsonrpc: '2.0', error: { code: -32600 } },
      });
      wire.leave();
    });

    it('may be as long as the limit and no longer', async () => {
      const wire = await SseWire.initialize(app);
      const bodyOf = (bytes: number) => JSON.stringify(ping).padEnd(bytes);

      const [fits, tooLong] = [await wire.post(bodyOf(2_000)), await wire.post(bodyOf(2_001))];

      expect([fits.status, tooLong.status]).toEqual([202, 413]);
      wire.leave();
    });

    it.each([
      ['names no session', '/messages', 400],
      ['names two', '/messages?sessionId=a&sessionId=b', 400],
      ['names an empty one', '/messages?sessionId=', 404],
      ['names an unknown one', '/messages?sessionId=nobody', 404],
      ['names what objects have', '/messages?sessionId=__proto__', 404],
    ])('that %s is refused', async (_, path, status) => {
      const answer = await new WireClient(app, path).post(legacyRequest('ping', {}, 'mine'));

      expect(outcome(answer)).toMatchObject({
        status,
        body: { jsonrpc: '2.0', id: 'mine', error: { code: -32600 } },
      });
    });

    it.each(['application/json', 'text/html', undefined])('may accept %s', async (accept) => {
      const wire = await SseWire.initialize(app);

      expect((await wire.post(ping, { accept })).status).toBe(202);
      wire.leave();
    });

    it('of Streamable HTTP does not reach a stream by its id', async () => {
      const wire = await SseWire.initialize(app);

      const answer = await new WireClient(app).post(ping, { 'mcp-session-id': wire.sessionId });

      expect(answer.status).toBe(404);
      wire.leave();
    });

    it('does not reach a session of Streamable HTTP by its id', async () => {
      const session = await new WireClient(app).openSession();

      const path = `/messages?sessionId=${session['mcp-session-id']}`;

      expect((await new WireClient(app, path).post(ping)).status).toBe(404);
    });
  });

  it('leaves Streamable HTTP as it is', async () => {
    expect((await new WireClient(app).post(initialize())).status).toBe(200);
    const { body, headers } = modernCall('echo', { text: 'hi' });
    expect((await new WireClient(app).post(body, headers)).status).toBe(200);
  });

  it('lets clients that try Streamable HTTP first fall back', async () => {
    expect((await new WireClient(app, '/sse').post(initialize())).status).toBe(404);
  });
});

describe.each(PLATFORMS)('without the option, on $platform', ({ createAdapter }) => {
  it.each([undefined, false])('(%s) there is no HTTP+SSE', async (legacySse) => {
    const app = await bootApp({ createAdapter }, {}, { mcp: { http: { legacySse } } });

    const stream = await new WireClient(app, '/sse').send('GET', { accept: 'text/event-stream' });
    const post = await new WireClient(app, '/messages?sessionId=a').post(ping);
    await app.close();

    expect([stream.status, post.status]).toEqual([404, 404]);
    expect(stream.text).not.toContain('jsonrpc');
  });
});
