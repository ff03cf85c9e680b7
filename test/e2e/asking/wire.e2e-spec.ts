import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { McpDispatcher } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { AppModule } from '../../apps/asking/app.module.js';
import { TravelDeskService } from '../../apps/asking/travel-desk.service.js';
import { bootApp, PLATFORMS } from '../../support/boot-app.js';
import { EventReader } from '../../support/event-reader.js';
import { outcome, WireClient } from '../../support/wire-client.js';
import { ENVELOPE, legacyRequest, modernRequest } from '../../support/wire-messages.js';

type Headers = Record<string, string>;

const ACCEPT = { action: 'accept', content: { sure: true } };

const call = (name: string) => legacyRequest('tools/call', { name }, 'call');

const answerTo = (question: { readonly id: string }, result: object = ACCEPT) => ({
  jsonrpc: '2.0',
  id: question.id,
  result,
});

describe.each(PLATFORMS)('questions on the wire of $platform', ({ createAdapter }) => {
  let app: INestApplication;
  let wire: WireClient;

  beforeAll(async () => {
    app = await NestFactory.create(AppModule, createAdapter(), { logger: false });
    await app.listen(0, '127.0.0.1');
    wire = new WireClient(app);
  });

  afterAll(() => app.close());

  async function openSession(capabilities: object = { elicitation: {} }): Promise<Headers> {
    const params = {
      protocolVersion: '2025-11-25',
      capabilities,
      clientInfo: { name: 'wire', version: '1.0.0' },
    };
    const answer = await wire.post(legacyRequest('initialize', params));
    return { 'mcp-session-id': String(answer.headers['mcp-session-id']) };
  }

  /** Calls a tool in a session and reads its first question. */
  async function ask(session: Headers, name = 'excuse') {
    const { response, leave } = await wire.open('POST', session, call(name));
    const stream = new EventReader(response);
    const question = (await stream.next()) as { id: string };
    return { response, stream, question, leave };
  }

  const busy = () => {
    const { pending, inFlight, abandoned, parked } = app.get(McpDispatcher).snapshot();
    return pending + inFlight + abandoned + parked;
  };

  it('come on the stream of the POST that caused them, and the answer after them', async () => {
    const session = await openSession();
    const { response, stream, question } = await ask(session);

    expect(response.headers['content-type']).toBe('text/event-stream');
    expect(question).toMatchObject({
      method: 'elicitation/create',
      params: { message: 'Anything else?' },
    });
    const taken = await wire.post(answerTo(question), session);
    expect([taken.status, taken.text]).toEqual([202, '']);
    expect(await stream.next()).toMatchObject({
      id: 'call',
      result: { content: [{ text: 'accept' }] },
    });
    expect(await stream.next()).toBeUndefined();
    expect(busy()).toBe(0);
  });

  it('come one after the other on one stream', async () => {
    const session = await openSession();
    const { stream, question } = await ask(session, 'book');
    const content = { mail: 'a@b.de', seat: 'aisle' };
    await wire.post(answerTo(question, { action: 'accept', content }), session);
    const second = (await stream.next()) as { id: string };
    await wire.post(answerTo(second), session);

    expect(second).toMatchObject({ params: { message: 'Book aisle for a@b.de?' } });
    expect(await stream.next()).toMatchObject({ id: 'call' });
  });

  it('are not answered from another session', async () => {
    const [session, foreign] = [await openSession(), await openSession()];
    const { stream, question } = await ask(session);

    await wire.post(answerTo(question, { action: 'decline' }), foreign);
    await wire.post(answerTo(question), session);

    expect(await stream.next()).toMatchObject({ result: { content: [{ text: 'accept' }] } });
  });

  it('fail with the code of a client that refuses', async () => {
    const session = await openSession();
    const { stream, question } = await ask(session);

    const error = { code: -7, message: 'no' };
    await wire.post({ jsonrpc: '2.0', id: question.id, error }, session);

    expect(await stream.next()).toMatchObject({ result: { content: [{ text: 'refused -7' }] } });
  });

  it('are taken back when their call is cancelled, and the stream ends', async () => {
    const session = await openSession();
    const { stream, question } = await ask(session);
    const params = { requestId: 'call' };

    await wire.post({ jsonrpc: '2.0', method: 'notifications/cancelled', params }, session);

    expect(await stream.next()).toMatchObject({
      method: 'notifications/cancelled',
      params: { requestId: question.id },
    });
    expect(await stream.next()).toBeUndefined();
  });

  it('end with their session', async () => {
    const session = await openSession();
    const { stream } = await ask(session);

    await wire.send('DELETE', session);

    expect(await stream.next()).toBeUndefined();
    expect(busy()).toBe(0);
  });

  it.each([
    ['prompts/get', { name: 'postcard' }],
    ['resources/read', { uri: 'travel://ticket' }],
  ])('that cannot be asked fail %s with the reason', async (method, params) => {
    const answer = await wire.post(legacyRequest(method, params), await openSession({}));

    expect(outcome(answer).body.error).toEqual({
      code: -32603,
      message: 'elicitation/create: the client does not support elicitation.form',
    });
  });

  it('are not asked of a client that accepts no stream', async () => {
    const session = await openSession();

    const answer = await wire.post(call('excuse'), { ...session, accept: 'application/json' });

    expect(outcome(answer).body).toMatchObject({
      result: { content: [{ text: 'unreachable undefined' }] },
    });
  });

  it('that a request of 2026-07-28 cannot be asked are a 400 that says what is missing', async () => {
    const { body, headers } = modernRequest('tools/call', { name: 'brief' });

    expect(outcome(await wire.post(body, headers))).toEqual({
      status: 400,
      body: {
        jsonrpc: '2.0',
        id: 1,
        error: {
          code: -32021,
          message: 'Missing required client capability',
          data: { requiredCapabilities: { sampling: {}, roots: {} } },
        },
      },
    });
  });

  it('of 2026-07-28 end the request, with no cache hint', async () => {
    const _meta = {
      ...ENVELOPE,
      'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
    };
    const { body, headers } = modernRequest('resources/read', { uri: 'travel://ticket', _meta });

    const { status, body: reply } = outcome(await wire.post(body, headers));

    expect(status).toBe(200);
    expect(Object.keys(reply.result).sort()).toEqual([
      '_meta',
      'inputRequests',
      'requestState',
      'resultType',
    ]);
    expect(reply.result.inputRequests).toEqual({
      'question-1': {
        method: 'elicitation/create',
        params: {
          message: 'Show the ticket?',
          requestedSchema: {
            type: 'object',
            properties: { sure: { type: 'boolean', default: false } },
            required: ['sure'],
          },
        },
      },
    });
  });
});

describe('a test client of an application that does not listen', () => {
  it.each(PLATFORMS)('is asked over HTTP on $platform', async ({ createAdapter }) => {
    const app = await NestFactory.create<INestApplication>(AppModule, createAdapter(), {
      logger: false,
    });
    await app.init();
    await (app.getHttpAdapter().getInstance() as { ready?: () => Promise<void> }).ready?.();
    const client = await McpTestClient.overHttp(app, { protocolVersion: '2025-11-25' });
    client.onElicit(() => ({ action: 'cancel' }));

    const result = await client.callTool('excuse');
    await client.close();
    await app.close();

    expect(result.content).toEqual([{ type: 'text', text: 'cancel' }]);
  });
});

describe('a server without sessions', () => {
  it.each(PLATFORMS)(
    'cannot ask up to 2025-11-25, and says why, on $platform',
    async (platform) => {
      const app = await bootApp(
        platform,
        { providers: [TravelDeskService] },
        { mcp: { sessions: false } },
      );
      const wire = new WireClient(app);

      const answer = await wire.post(call('excuse'), { 'mcp-protocol-version': '2025-11-25' });
      await app.close();

      expect(outcome(answer).body).toMatchObject({
        result: { content: [{ text: 'unreachable undefined' }] },
      });
    },
  );
});
