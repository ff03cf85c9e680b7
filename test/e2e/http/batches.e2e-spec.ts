import type { INestApplication } from '@nestjs/common';
import { once } from 'node:events';
import { Workshop } from '../../apps/workshop.js';
import {
  BatchClient,
  cancelled,
  gist,
  ONLY_JSON,
  ONLY_STREAM,
} from '../../support/batch-client.js';
import type { Message } from '../../support/batch-client.js';
import { bootApp, PLATFORMS } from '../../support/boot-app.js';
import { ENVELOPE, legacyCall, legacyRequest } from '../../support/wire-messages.js';

const LIMITS = { maxBatch: 20, maxInFlight: 8, maxInFlightPerConnection: 4, maxResultBytes: 2_000 };

const echo = (id: string | number, text = `said ${id}`) => legacyCall('echo', { text }, id);
const hold = (id: string | number, args = {}) => legacyCall('hold', args, id);
const ping = (id: string | number) => legacyRequest('ping', {}, id);
const note = (method = 'notifications/initialized'): Message => ({ jsonrpc: '2.0', method });
const response: Message = { jsonrpc: '2.0', id: 'nobody-asked', result: {} };

const idsOf = (body: readonly Message[]) => body.map(({ id }) => id);

describe.each(PLATFORMS)('a batch of 2025-03-26 on $platform', ({ createAdapter }) => {
  let app: INestApplication;
  let client: BatchClient;
  let workshop: Workshop;

  beforeAll(async () => {
    app = await bootApp({ createAdapter }, { providers: [Workshop] }, { mcp: { limits: LIMITS } });
    workshop = app.get(Workshop);
  });

  beforeEach(async () => {
    client = await BatchClient.open(app);
  });

  afterEach(() => expect(workshop.untaken).toBe(0));

  afterAll(() => app.close());

  describe('its answers', () => {
    it('are one array, in the order of the requests, whatever ends first', async () => {
      const answer = client.post([hold(1), echo('b'), hold(3)]);
      const [first, third] = [await workshop.nextHeld(), await workshop.nextHeld()];
      third.finish('third');
      first.finish('first');

      const { status, type, body } = await answer;

      expect({ status, type }).toEqual({ status: 200, type: 'application/json' });
      expect(idsOf(body)).toEqual([1, 'b', 3]);
      expect(body.map(gist)).toEqual(['first', 'said b', 'third']);
    });

    it('are none for notifications and responses', async () => {
      const { body } = await client.post([note(), ping(1), response, note('of/nobody'), ping(2)]);

      expect(body).toEqual([
        { jsonrpc: '2.0', id: 1, result: {} },
        { jsonrpc: '2.0', id: 2, result: {} },
      ]);
    });

    it('are an array for a single request too', async () => {
      expect((await client.post([ping(1)])).body).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
    });

    it('are errors where single requests get errors', async () => {
      const { status, body } = await client.post([
        legacyRequest('no/such', {}, 1),
        legacyCall('nobody', {}, 2),
        ping(3),
      ]);

      expect({ status, codes: body.map(gist) }).toEqual({
        status: 200,
        codes: [-32601, -32601, undefined],
      });
    });

    it.each([
      ['notifications', [note(), note('of/nobody')]],
      ['responses', [response, response]],
      ['malformed notifications', [{ jsonrpc: '2.0', method: 7 }]],
    ])('are missing, with 202, where there are only %s', async (_, messages) => {
      expect(await client.post(messages)).toEqual({ status: 202, type: '', body: '' });
    });

    it('come on a stream where a client takes nothing else', async () => {
      const { type, body } = await client.post([echo(1), ping(2)], ONLY_STREAM);

      expect(type).toBe('text/event-stream');
      expect(idsOf(body).toSorted()).toEqual([1, 2]);
    });

    it('are all that a client gets which takes only JSON', async () => {
      const answer = client.post([hold(1, { announce: true }), ping(2)], ONLY_JSON);
      (await workshop.nextHeld()).finish('done');

      const { type, body } = await answer;

      expect(type).toBe('application/json');
      expect(idsOf(body)).toEqual([1, 2]);
    });

    it('are bounded in size one by one', async () => {
      const { body } = await client.post([echo(1, 'x'.repeat(3_000)), echo(2)]);

      expect(JSON.parse(String(gist(body[0])))).toMatchObject({ error: 'result_too_large' });
      expect(gist(body[1])).toBe('said 2');
    });
  });

  describe('its requests', () => {
    it('run at once', async () => {
      const answer = client.post([hold(1), hold(2)]);
      const calls = [await workshop.nextHeld(), await workshop.nextHeld()];

      for (const { finish } of calls) finish('together');

      expect((await answer).body.map(gist)).toEqual(['together', 'together']);
    });

    it('share the slots of the session: one past them is told so', async () => {
      const answer = client.post([1, 2, 3, 4, 5].map((id) => hold(id)));
      for (let call = 0; call < 4; call++) (await workshop.nextHeld()).finish('done');

      const { body } = await answer;

      expect(body.slice(0, 4).map(gist)).toEqual(['done', 'done', 'done', 'done']);
      expect(JSON.parse(String(gist(body[4])))).toMatchObject({
        error: 'server_busy',
        scope: 'connection',
        limit: 4,
      });
    });

    it('may share an id: both run, and each is answered', async () => {
      const { body } = await client.post([echo(1, 'one'), echo(1, 'other')]);

      expect(body.map(gist)).toEqual(['one', 'other']);
      expect(idsOf(body)).toEqual([1, 1]);
    });

    it('may have an id that is in use by another POST', async () => {
      const single = client.post(hold(1));
      const held = await workshop.nextHeld();

      expect((await client.post([echo(1)])).body.map(gist)).toEqual(['said 1']);
      held.finish('still there');
      expect(gist((await single).body)).toBe('still there');
    });
  });

  describe('cancelling', () => {
    it('what the batch itself asked for leaves nothing to say, and runs nothing', async () => {
      expect(await client.post([hold(1), cancelled(1)])).toEqual({
        status: 204,
        type: '',
        body: '',
      });
      expect(workshop.untaken).toBe(0);
    });

    it('some leaves the answers of the others', async () => {
      const { body } = await client.post([hold(1), echo(2), cancelled(1), echo(3)]);

      expect(idsOf(body)).toEqual([2, 3]);
    });

    it('does nothing about what follows', async () => {
      expect((await client.post([cancelled(1), echo(1)])).body.map(gist)).toEqual(['said 1']);
    });

    it('an id that two requests have cancels both', async () => {
      const answer = client.post([hold(1), hold(1)]);
      const calls = [await workshop.nextHeld(), await workshop.nextHeld()];

      await client.post(cancelled(1));

      expect((await answer).status).toBe(204);
      expect(calls.map(({ signal }) => signal.aborted)).toEqual([true, true]);
    });

    it('reaches a call of another POST', async () => {
      const single = client.post(hold(1));
      await workshop.nextHeld();

      expect((await client.post([cancelled(1)])).status).toBe(202);
      expect((await single).status).toBe(204);
    });

    it('happens when the session is deleted, and ends the stream', async () => {
      const { reader } = await client.stream([hold(1, { announce: true }), hold(2)]);
      const calls = [await workshop.nextHeld(), await workshop.nextHeld()];

      expect((await client.end()).status).toBe(204);

      expect((await reader.next())?.method).toBe('notifications/progress');
      expect(await reader.next()).toBeUndefined();
      expect(calls.map(({ signal }) => signal.aborted)).toEqual([true, true]);
    });

    it('happens when the session is deleted before anything was sent', async () => {
      const answer = client.post([hold(1), hold(2)]);
      for (let call = 0; call < 2; call++) await workshop.nextHeld();

      await client.end();

      expect((await answer).status).toBe(204);
    });

    it('does not happen when the client leaves', async () => {
      const closed = once(app.getHttpServer(), 'connection').then(([socket]) =>
        once(socket, 'close'),
      );
      const { leave } = await client.stream([hold(1, { announce: true }), hold(2)]);
      const calls = [await workshop.nextHeld(), await workshop.nextHeld()];

      leave();
      await closed;

      expect(calls.map(({ signal }) => signal.aborted)).toEqual([false, false]);
      for (const { finish } of calls) finish('done');
    });
  });

  describe('an element', () => {
    it.each([
      ['a number', 7, {}],
      ['nothing', null, {}],
      ['an array', [ping(1)], {}],
      ['a request without a readable id', { jsonrpc: '2.0', id: null, method: 'ping' }, {}],
      ['a request of JSON-RPC 1.0', { jsonrpc: '1.0', id: 'old', method: 'ping' }, { id: 'old' }],
      ['the handshake', legacyRequest('initialize', {}, 'h'), { id: 'h' }],
    ])('that is %s fails by itself', async (_, element, id) => {
      const error = { code: -32600, message: expect.any(String) };

      for (const accept of [ONLY_JSON, ONLY_STREAM]) {
        const { status, body } = await client.post([ping(1), element, ping(2)], accept);

        expect(status).toBe(200);
        expect(body.toSorted(byId)).toEqual(
          [
            { jsonrpc: '2.0', id: 1, result: {} },
            { jsonrpc: '2.0', ...id, error },
            { jsonrpc: '2.0', id: 2, result: {} },
          ].toSorted(byId),
        );
      }
    });

    it('that is the handshake does not touch the session', async () => {
      const params = { protocolVersion: '2025-11-25', capabilities: {} };
      await client.post([legacyRequest('initialize', params, 'h')]);

      expect((await client.post([ping(1)])).status).toBe(200);
    });
  });

  describe('is refused as a whole', () => {
    const refusal = (words: string) => ({
      status: 400,
      body: { error: { code: -32600, message: expect.stringContaining(words) } },
    });

    it('when it is empty', async () => {
      expect(await client.post([])).toMatchObject(refusal('empty'));
    });

    it('when it is longer than limits.maxBatch, and not before', async () => {
      const pings = Array.from({ length: 20 }, (_, id) => ping(id));

      expect((await client.post(pings)).body).toHaveLength(20);
      expect(await client.post([...pings, ping(20)])).toMatchObject(refusal('limits.maxBatch'));
    });

    it.each(['2024-11-05', '2025-06-18', '2025-11-25'])('in a session of %s', async (version) => {
      const other = await BatchClient.open(app, { version });

      expect(await other.post([hold(1)])).toMatchObject(refusal('2025-03-26'));
      // What the header says does not change the session.
      const headers = { 'mcp-protocol-version': '2025-03-26' };
      expect(await other.post([hold(1)], headers)).toMatchObject(refusal('2025-03-26'));
    });

    it.each([
      ['a header of 2026-07-28', { 'mcp-protocol-version': '2026-07-28' }],
      ['a routing header and no session', { 'mcp-method': 'ping', 'mcp-session-id': undefined }],
    ])('with %s', async (_, headers) => {
      expect(await client.post([hold(1)], headers)).toMatchObject(refusal('2025-03-26'));
    });

    it('with a request of 2026-07-28 in it', async () => {
      const modern = legacyRequest('tools/list', { _meta: ENVELOPE }, 2);

      expect(await client.post([hold(1), modern])).toMatchObject(refusal('2025-03-26'));
    });

    it('without a session', async () => {
      const headers = { 'mcp-session-id': undefined };

      expect(await client.post([hold(1)], headers)).toMatchObject(refusal('Mcp-Session-Id'));
    });

    it('in a session that does not exist, whatever the version', async () => {
      const headers = { 'mcp-session-id': 'nobody', 'mcp-protocol-version': 'v9' };

      expect((await client.post([hold(1)], headers)).status).toBe(404);
    });

    it('with a version that is not served', async () => {
      const { status, body } = await client.post([hold(1)], { 'mcp-protocol-version': 'v9' });

      expect({ status, code: body.error.code }).toEqual({ status: 400, code: -32022 });
    });
  });
});

describe('a batch to a server of 2026-07-28 alone', () => {
  it('is refused', async () => {
    const mcp = { protocolVersions: ['2026-07-28'] };
    const app = await bootApp(PLATFORMS[0]!, { providers: [Workshop] }, { mcp });

    const { status, body } = await BatchClient.alone(app).post([ping(1)]);

    expect({ status, code: body.error.code }).toEqual({ status: 400, code: -32600 });
    await app.close();
  });
});

const byId = (a: Message, b: Message): number => String(a.id).localeCompare(String(b.id));
