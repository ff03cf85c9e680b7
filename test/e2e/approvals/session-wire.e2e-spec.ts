import type { IncomingMessage } from 'node:http';
import { PLATFORMS } from '../../support/boot-app.js';
import { refusal } from '../../support/direct-peer.js';
import { EventReader } from '../../support/event-reader.js';
import { WireClient } from '../../support/wire-client.js';
import { legacyRequest } from '../../support/wire-messages.js';
import type { Cashier } from './serve-cashier.js';
import { serveCashier } from './serve-cashier.js';

type Headers = Record<string, string>;

const APPROVE = { action: 'accept', content: { approve: true } };

const payCall = (euros: number) =>
  legacyRequest('tools/call', { name: 'pay', arguments: { euros } }, 'call');

const answerTo = (id: unknown, result: object = APPROVE) => ({ jsonrpc: '2.0', id, result });

const resultOf = (text: string) => ({
  jsonrpc: '2.0',
  id: 'call',
  result: { content: [{ type: 'text', text }] },
});

describe.each(PLATFORMS)('an approval in a session on the wire of $platform', (platform) => {
  let cashier: Cashier;
  let wire: WireClient;

  beforeAll(async () => {
    cashier = await serveCashier(platform);
    wire = new WireClient(cashier.app);
  });

  afterAll(() => cashier.app.close());

  async function openSession(headers: Headers = {}): Promise<Headers> {
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: { elicitation: {} },
      clientInfo: { name: 'wire', version: '1.0.0' },
    };
    const answer = await wire.post(legacyRequest('initialize', params), headers);
    return { ...headers, 'mcp-session-id': String(answer.headers['mcp-session-id']) };
  }

  /** Calls the tool and reads the question. */
  async function ask(session: Headers, euros: number) {
    const { response } = await wire.open('POST', session, payCall(euros));
    const stream = new EventReader(response);
    const question = (await stream.next()) as { id: string; method: string; params: object };
    return { response, stream, question };
  }

  it('asks on the stream of the POST that caused the question', async () => {
    const session = await openSession();
    const { response, stream, question } = await ask(session, 1);

    expect(typeOf(response)).toBe('text/event-stream');
    expect(question).toMatchObject({
      jsonrpc: '2.0',
      id: expect.stringMatching(/^approval-[\w-]{24}$/),
      method: 'elicitation/create',
      params: { message: 'May pay be run?' },
    });
    await wire.post(answerTo(question.id, { action: 'cancel' }), session);
    await stream.next();
  });

  it('takes the answer as a POST of its own, with 202 and nothing in it', async () => {
    const session = await openSession();
    const { stream, question } = await ask(session, 2);

    const { status, text } = await wire.post(answerTo(question.id), session);

    expect([status, text]).toEqual([202, '']);
    await stream.next();
  });

  it('sends the result as the last event of the stream of the call', async () => {
    const session = await openSession();
    const { stream, question } = await ask(session, 3);
    await wire.post(answerTo(question.id), session);

    expect(await stream.next()).toEqual(resultOf('paid 3'));
    expect(await stream.next()).toBeUndefined();
    expect(cashier.payments).toContain(3);
  });

  it('sends the refusal there too', async () => {
    const session = await openSession();
    const { stream, question } = await ask(session, 4);
    await wire.post(answerTo(question.id, { action: 'decline' }), session);

    expect(await stream.next()).toMatchObject({
      result: { isError: true, content: [{ text: refusal('pay', 'ask', 'user decline') }] },
    });
    expect(cashier.payments).not.toContain(4);
  });

  it('asks again on the resumed stream of a client that lost the connection', async () => {
    const session = await openSession();
    const first = await wire.open('POST', session, payCall(30));
    first.response.on('error', () => undefined);
    const priming = await new EventReader(first.response).nextEvent();
    first.leave();

    const { response } = await wire.open('GET', {
      ...session,
      'last-event-id': String(priming?.id),
    });
    const stream = new EventReader(response);
    const question = (await stream.next()) as { id: string };
    await wire.post(answerTo(question.id), session);

    expect(await stream.next()).toEqual(resultOf('paid 30'));
    expect(await stream.next()).toBeUndefined();
    expect(cashier.payments.filter((euros) => euros === 30)).toHaveLength(1);
  });

  it('takes no answer from another session, and tells it nothing', async () => {
    const [owner, stranger] = [await openSession(), await openSession()];
    const { stream, question } = await ask(owner, 5);

    const [foreign, unknown] = [
      await wire.post(answerTo(question.id), stranger),
      await wire.post(answerTo('approval-none'), stranger),
    ];
    await wire.post(answerTo(question.id, { action: 'decline' }), owner);
    await stream.next();

    expect({ ...foreign, headers: without(foreign.headers) }).toEqual({
      ...unknown,
      headers: without(unknown.headers),
    });
    expect(cashier.payments).not.toContain(5);
  });

  it('takes no answer from another principal, for whom the session does not exist', async () => {
    const owner = await openSession({ 'x-user': 'ann' });
    const { stream, question } = await ask(owner, 6);

    const { status } = await wire.post(answerTo(question.id), { ...owner, 'x-user': 'bob' });
    await wire.post(answerTo(question.id, { action: 'decline' }), owner);
    await stream.next();

    expect(status).toBe(404);
    expect(cashier.payments).not.toContain(6);
  });

  it('takes no answer without a session', async () => {
    const owner = await openSession();
    const { stream, question } = await ask(owner, 7);

    const { status } = await wire.post(answerTo(question.id));
    await wire.post(answerTo(question.id, { action: 'decline' }), owner);
    await stream.next();

    expect(status).toBe(400);
    expect(cashier.payments).not.toContain(7);
  });

  it('ends the stream without an answer when the client cancels the call', async () => {
    const session = await openSession();
    const { stream, question } = await ask(session, 8);
    const params = { requestId: 'call' };
    await wire.post({ jsonrpc: '2.0', method: 'notifications/cancelled', params }, session);

    expect(await stream.next()).toMatchObject({
      method: 'notifications/cancelled',
      params: { requestId: question.id },
    });
    expect(await stream.next()).toBeUndefined();
    await wire.post(answerTo(question.id), session);
    expect(cashier.payments).not.toContain(8);
  });

  it('ends the stream without an answer when the session ends', async () => {
    const session = await openSession();
    const { stream } = await ask(session, 9);
    await wire.send('DELETE', { ...session, 'content-type': undefined });

    expect(await stream.next()).toBeUndefined();
    expect(cashier.payments).not.toContain(9);
  });

  it('refuses at once, in plain JSON, where the client takes no stream', async () => {
    const session = await openSession();
    const { headers, text } = await wire.post(payCall(10), {
      ...session,
      accept: 'application/json',
    });

    expect(headers['content-type']).toBe('application/json');
    expect(JSON.parse(text)).toMatchObject({
      result: { isError: true, content: [{ text: refusal('pay', 'ask', 'May pay be run?') }] },
    });
  });
});

const typeOf = (response: IncomingMessage): string | undefined => response.headers['content-type'];

const without = ({ date: _date, ...headers }: IncomingMessage['headers']) => headers;
