import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer, request, type ClientRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { countingIds, createBench } from '../../../test/support/dispatcher-bench.js';
import { HeldTool } from '../../../test/support/held-tool.js';
import { settled } from '../../../test/support/settled.js';
import { EventStream } from '../http/streams/event-stream.js';
import { decodeMessage } from '../../protocol/decode-message.js';
import { SseConnections } from './sse-connections.js';

const KEEP_ALIVE = 1_000;
const LIMITS = {
  keepAliveMs: KEEP_ALIVE,
  maxBatch: 10,
  maxBufferedBytes: 1_000_000,
  maxSessions: 10,
  sessionIdleMs: 1_000,
};
const nobody = {
  principal: undefined,
  principalKey: undefined,
  host: { contextType: 'http', request: {}, response: {} },
} as const;
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 'handshake',
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {} },
};
const call = (id: string | number) =>
  ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'held', arguments: {} } }) as const;

describe('the connections of HTTP+SSE', () => {
  let server: Server;
  const clients: ClientRequest[] = [];

  beforeEach(async () => {
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterEach(async () => {
    for (const client of clients.splice(0)) client.destroy();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  /** Both ends of one HTTP exchange. */
  async function exchange() {
    const { port } = server.address() as AddressInfo;
    const client = request({ port, host: '127.0.0.1', agent: false });
    client.on('error', () => undefined);
    clients.push(client);
    const arrived = once(server, 'request') as Promise<[unknown, ServerResponse]>;
    client.end();
    const [, response] = await arrived;
    return { client, response };
  }

  async function setUp(limits: Partial<typeof LIMITS> = {}) {
    const held = new HeldTool();
    const bench = await createBench({ tools: [held.definition] });
    const all = { ...LIMITS, ...limits };
    const connections = new SseConnections({ ...bench, limits: all }, countingIds());
    const openStream = (response: ServerResponse) => () =>
      new EventStream(response, { clock: bench.clock, limits: all, onDropped: () => undefined });
    const open = async (ownerKey?: string) => {
      const { client, response } = await exchange();
      const connection = connections.open(ownerKey, openStream(response));
      return { client, response, connection };
    };
    return { ...bench, held, connections, open, openStream };
  }

  it('are as many as the limit and no more', async () => {
    const { connections, open } = await setUp({ maxSessions: 2 });
    const first = await open();
    await open();

    expect((await open()).connection).toBeUndefined();
    expect(connections.size).toBe(2);

    first.client.destroy();
    await once(first.response, 'close');
    expect((await open()).connection).toBeDefined();
    expect(connections.size).toBe(2);
  });

  it('are found by their id and principal only', async () => {
    const { connections, open } = await setUp();
    const { connection } = await open('ann');
    await open();

    expect(connections.find('id-1', 'ann')).toBe(connection);
    expect(connections.find('id-1', 'bob')).toBeUndefined();
    expect(connections.find('id-1', undefined)).toBeUndefined();
    expect(connections.find('id-2', 'ann')).toBeUndefined();
    expect(connections.find('id-3', undefined)).toBeUndefined();
    expect(connections.find('__proto__', undefined)).toBeUndefined();
  });

  it('are forgotten with everything of them when the client leaves', async () => {
    const { connections, open, dispatcher, held, clock } = await setUp();
    const { client, response, connection } = await open();
    await connection?.receive([decodeMessage(INITIALIZE)], nobody);
    const answered = connection?.receive([decodeMessage(call(1))], nobody);
    await settled();
    expect({ timers: clock.timers > 0, ...dispatcher.snapshot() }).toMatchObject({
      timers: true,
      pending: 1,
    });

    client.destroy();
    await once(response, 'close');
    await answered;

    expect(connections.size).toBe(0);
    expect(connections.find('id-1', undefined)).toBeUndefined();
    expect(dispatcher.snapshot()).toMatchObject({ pending: 0, inFlight: 0 });
    expect(held.run().signal.aborted).toBe(true);
    held.finishAll();
    await settled();
    expect(clock.timers).toBe(0);
    expect(response.listenerCount('close')).toBe(0);
    expect(response.listenerCount('drain')).toBe(0);
  });

  it('are not kept for a client that left before the stream was there', async () => {
    const { connections, openStream, clock } = await setUp();
    const { client, response } = await exchange();
    client.destroy();
    await once(response, 'close');

    const connection = connections.open(undefined, openStream(response));
    connection?.announce('/messages');

    expect(connections.size).toBe(0);
    expect(clock.timers).toBe(0);
  });

  it('are kept alive with a comment every so often', async () => {
    const { open, clock } = await setUp();
    const { client, connection } = await open();
    const [incoming] = (await once(client, 'response')) as [AsyncIterable<Buffer>];
    connection?.announce('/messages?sessionId=id-1');

    clock.advance(KEEP_ALIVE);
    clock.advance(KEEP_ALIVE);
    connection?.end();

    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toBe(
      'event: endpoint\ndata: /messages?sessionId=id-1\n\n: keep-alive\n\n: keep-alive\n\n',
    );
  });

  it('all end when the server stops', async () => {
    const { connections, open, clock } = await setUp();
    const opened = [await open(), await open()];
    const closed = opened.map(({ response }) => once(response, 'close'));

    connections.close();
    await Promise.all(closed);

    expect(connections.size).toBe(0);
    expect(clock.timers).toBe(0);
  });

  describe('whose client does not read', () => {
    const BOUND = 1_000;

    /** A connection with as many bytes waiting as the bound allows, less some. */
    async function behind(spare: number) {
      const setup = await setUp({ maxBufferedBytes: BOUND });
      const { response, client, connection } = await setup.open();
      if (connection === undefined) throw new Error('there is no connection');
      client.on('response', (incoming) => incoming.pause());
      // What the connection takes at once is not counted; only what waits behind it is.
      Object.defineProperty(response, 'write', { value: () => false });
      connection.announce('/messages');
      const event = 'event: endpoint\ndata: \n\n';
      connection.announce('x'.repeat(BOUND - spare - event.length));
      return { ...setup, connection, response };
    }

    const ping = { jsonrpc: '2.0', id: 1, method: 'ping', params: {} } as const;

    it('takes requests up to the bound', async () => {
      const { connection } = await behind(1);

      expect(connection.refusalOf([ping])).toBeUndefined();
    });

    it('takes what asks for nothing at any time', async () => {
      const { connection } = await behind(0);

      expect(connection.refusalOf([])).toBeUndefined();
    });

    it('refuses requests from the bound on, so that answers cannot pile up', async () => {
      const { connection } = await behind(0);

      expect(connection.refusalOf([ping])).toEqual({
        status: 503,
        error: {
          code: -32000,
          message: 'server_busy',
          data: { error: 'server_busy', scope: 'connection', limit: BOUND, retryable: true },
        },
      });
    });
  });
});
