import { once } from 'node:events';
import type { ClientRequest, IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { BenchLogger } from '../../../test/support/bench-logger.js';
import { unheardReports } from '../../../test/support/unheard-reports.js';
import { McpTelemetry } from '../../dispatch/telemetry/mcp-telemetry.js';
import { DroppedMessages } from '../dropped-messages.js';
import type { AcceptedTypes } from './accepted-types.js';
import { HttpResponder } from './http-responder.js';

const KEEP_ALIVE = 1_000;
const BOTH: AcceptedTypes = { json: true, stream: true };
const progress = { progressToken: 'p', progress: 1 };
const note = { jsonrpc: '2.0', method: 'notifications/progress', params: progress } as const;
const question = { jsonrpc: '2.0', id: 1, method: 'ping' };
const answer = { id: 1, result: {} };

describe('the answer to one POST', () => {
  let server: Server;
  let clock: ManualClock;
  let clients: ClientRequest[];

  beforeEach(async () => {
    clock = new ManualClock();
    clients = [];
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterEach(async () => {
    for (const client of clients) client.destroy();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  /** A real response, a responder on it, and the client at the other end. */
  async function exchange(accepts = BOTH, maxBufferedBytes = 64 * 1024 * 1024) {
    const { port } = server.address() as AddressInfo;
    const client = request({ port, host: '127.0.0.1', agent: false, method: 'POST' });
    client.on('error', () => undefined);
    clients.push(client);
    const arrived = once(server, 'request') as Promise<[IncomingMessage, ServerResponse]>;
    const incoming = new Promise<IncomingMessage>((resolve) => client.once('response', resolve));
    client.end(JSON.stringify(question));
    const [, response] = await arrived;
    const logger = new BenchLogger();
    const limits = { keepAliveMs: KEEP_ALIVE, maxBufferedBytes };
    const dropped = new DroppedMessages(limits, new McpTelemetry(logger), logger);
    const reports = unheardReports();
    const responder = new HttpResponder(response, { clock, limits, dropped, reports, accepts });
    const received = async () => {
      const message = await incoming;
      const chunks: Buffer[] = [];
      for await (const chunk of message) chunks.push(chunk as Buffer);
      return { status: message.statusCode, text: Buffer.concat(chunks).toString() };
    };
    return { client, response, responder, incoming, received };
  }

  it('keeps an open stream alive with a comment every so often', async () => {
    const { responder, received } = await exchange();
    await responder.send(note);

    clock.advance(KEEP_ALIVE - 1);
    clock.advance(1);
    clock.advance(KEEP_ALIVE);
    responder.answer(answer);

    const comments = (await received()).text.match(/^: keep-alive\n\n/gm);
    expect(comments).toHaveLength(2);
  });

  it('needs no keep-alive before the stream is open', async () => {
    const { responder, received } = await exchange();

    clock.advance(KEEP_ALIVE * 3);
    expect(clock.timers).toBe(0);
    responder.answer(answer);
    expect((await received()).text).toBe('{"jsonrpc":"2.0","id":1,"result":{}}');
  });

  it('leaves no timer behind when it is complete', async () => {
    const { responder, response, received } = await exchange();
    await responder.send(note);
    const closed = once(response, 'close');

    responder.answer(answer);
    await received();
    await closed;

    expect(clock.timers).toBe(0);
  });

  it('leaves no timer behind when the client left', async () => {
    const { client, responder, response } = await exchange();
    await responder.send(note);
    const closed = once(response, 'close');

    client.destroy();
    await closed;

    expect(clock.timers).toBe(0);
  });

  it.each([
    ['JSON', 0],
    ['a stream', 1],
  ])('takes no notification after it was given as %s', async (_, before) => {
    const { responder, received } = await exchange();
    for (let i = 0; i < before; i++) await responder.send(note);

    responder.answer(answer);
    await responder.send({ ...note, params: { late: true } });

    expect((await received()).text).not.toContain('late');
  });

  it('takes no notification after the client left', async () => {
    const { client, responder, response } = await exchange();
    const closed = once(response, 'close');
    client.destroy();
    await closed;

    expect(responder.send(note)).toBeUndefined();
    responder.answer(answer);
    expect(response.headersSent).toBe(false);
  });

  it('makes the sender wait until a slow client has caught up', async () => {
    const { responder, incoming, response } = await exchange();
    const big = { ...note, params: { ...progress, message: 'x'.repeat(1024 * 1024) } };
    let caughtUp = false;
    const sent: Promise<void>[] = [];
    while (!response.writableNeedDrain || sent.length < 12) {
      sent.push(Promise.resolve(responder.send(big)));
    }
    const all = Promise.all(sent).then(() => {
      caughtUp = true;
    });
    const message = await incoming;

    expect(caughtUp).toBe(false);
    message.resume();
    await all;
    expect(response.writableNeedDrain).toBe(false);
    expect(response.listenerCount('drain')).toBe(0);
  });

  it('lets the sender go when a slow client leaves', async () => {
    const { client, responder, response } = await exchange();
    const big = { ...note, params: { ...progress, message: 'x'.repeat(1024 * 1024) } };
    let sending: void | Promise<void> = undefined;
    while (!response.writableNeedDrain) sending = responder.send(big);

    client.destroy();

    await expect(sending).resolves.toBeUndefined();
  });

  it('watches a slow client once, however many senders wait', async () => {
    const { responder, response } = await exchange();
    const big = { ...note, params: { ...progress, message: 'x'.repeat(1024 * 1024) } };
    while (!response.writableNeedDrain) void responder.send(big);
    const before = response.listenerCount('drain');

    for (let i = 0; i < 20; i++) void responder.send(note);

    expect(response.listenerCount('drain')).toBe(before);
  });

  it('is JSON for a client of streams where the status is not 200', async () => {
    const { responder, received } = await exchange({ json: false, stream: true });
    responder.answer({ id: 1, error: { code: -32020, message: 'no' } }, 400);

    expect(await received()).toEqual({
      status: 400,
      text: '{"jsonrpc":"2.0","id":1,"error":{"code":-32020,"message":"no"}}',
    });
  });

  it('is nothing at all after a cancellation', async () => {
    const { responder, received } = await exchange();

    responder.answer(null);

    expect(await received()).toEqual({ status: 204, text: '' });
  });
});
