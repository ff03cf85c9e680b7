import type { INestApplication } from '@nestjs/common';
import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { Workshop } from '../../apps/workshop.js';
import { PLATFORMS, bootApp } from '../../support/boot-app.js';
import { RawSocket, postHead } from '../../support/raw-socket.js';
import { WireClient } from '../../support/wire-client.js';
import { initialize, legacyCall, modernCall } from '../../support/wire-messages.js';

const TEXT = 'größer als 🐘';
const call = modernCall('echo', { text: TEXT });
const BODY = Buffer.from(JSON.stringify(call.body));

describe.each(PLATFORMS)('the bytes of HTTP, on $platform', ({ createAdapter }) => {
  let app: INestApplication;
  let client: WireClient;

  beforeAll(async () => {
    app = await bootApp({ createAdapter }, { providers: [Workshop] });
    client = new WireClient(app);
  });

  afterAll(() => app.close());

  const connect = () => RawSocket.connect(client.port);

  /** Sends pieces of a body, each of which the server has read before the next is sent. */
  async function sendPieces(headers: Record<string, string | number>, pieces: readonly Buffer[]) {
    const socket = await connect();
    const arrived = once(app.getHttpServer() as Server, 'request') as Promise<[IncomingMessage]>;
    await socket.write(postHead({ ...call.headers, ...headers }));
    const [request] = await arrived;
    for (const piece of pieces) {
      const taken = once(request, 'readable').catch(() => undefined);
      await socket.write(piece);
      await Promise.race([taken, once(request, 'data')]);
    }
    return socket;
  }

  const expectEcho = async (socket: RawSocket) => {
    expect(await socket.until(/"text":"[^"]*"/)).toContain(`"text":"${TEXT}"`);
    socket.leave();
  };

  it('may come one by one', async () => {
    const bytes = [...BODY].map((byte) => Buffer.of(byte));

    await expectEcho(await sendPieces({ 'content-length': BODY.length }, bytes));
  });

  it('may come in chunks of one byte each, with extensions and a trailer', async () => {
    const chunks = [...BODY].map((byte) =>
      Buffer.concat([Buffer.from('1;note=x\r\n'), Buffer.of(byte), Buffer.from('\r\n')]),
    );
    const end = Buffer.from('0\r\nx-checksum: none\r\n\r\n');
    const socket = await sendPieces({ 'transfer-encoding': 'chunked' }, chunks);
    await socket.write(end);

    await expectEcho(socket);
  });

  it('may hold several requests of all kinds, whose answers come in their order', async () => {
    const { 'mcp-session-id': session = '' } = await client.openSession();
    const post = (body: object | string, headers: Record<string, string> = {}) => {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const length = { 'content-length': Buffer.byteLength(text) };
      return postHead({ ...headers, 'mcp-session-id': session, ...length }) + text;
    };
    const socket = await connect();

    await socket.write(
      [
        post(legacyCall('count', { steps: 2 }, 'streamed')),
        post(legacyCall('echo', { text: 'plain' }, 'plain')),
        post('{"not json', {}),
        post({ jsonrpc: '2.0', method: 'notifications/initialized' }),
        'PUT /mcp HTTP/1.1\r\nhost: localhost\r\n\r\n',
        post(legacyCall('echo', { text: 'still here' }, 'last'), { connection: 'close' }),
      ].join(''),
    );
    await socket.closed;

    const statuses = [...socket.received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    const ids = [...socket.received.matchAll(/"id":"(\w+)"/g)].map(([, id]) => id);
    expect(statuses).toEqual(['200', '200', '400', '202', '405', '200']);
    expect(ids).toEqual(['streamed', 'plain', 'last']);
  });

  it('are asked for where the client expects 100-continue', async () => {
    const socket = await connect();
    await socket.write(
      postHead({ ...call.headers, expect: '100-continue', 'content-length': BODY.length }),
    );

    expect(await socket.until(/\r\n\r\n/)).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\n$/);
    await socket.write(BODY);
    await expectEcho(socket);
  });

  it.each(['upper', 'lower'] as const)(
    'may spell names of headers in %s case',
    async (spelling) => {
      const session = await client.openSession();
      const body = JSON.stringify(legacyCall('echo', { text: TEXT }));
      const head = postHead({ ...session, 'content-length': Buffer.byteLength(body) });
      const names = /^[\w-]+(?=: )/gm;
      const spelt = head.replace(names, (name) =>
        spelling === 'upper' ? name.toUpperCase() : name.toLowerCase(),
      );
      const socket = await connect();

      await socket.write(spelt + body);

      await expectEcho(socket);
    },
  );

  describe('of HTTP/1.0', () => {
    const head = (headers: Record<string, string | number>) =>
      postHead(headers).replace('HTTP/1.1', 'HTTP/1.0');

    it('get JSON and the end of the connection', async () => {
      const body = JSON.stringify(initialize());
      const socket = await connect();

      await socket.write(head({ 'content-length': body.length }) + body);
      await socket.closed;

      expect(socket.received).toMatch(/^HTTP\/1.1 200 [^]*\r\nmcp-session-id: /i);
      expect(JSON.parse(socket.received.split('\r\n\r\n')[1] ?? '')).toMatchObject({ id: 1 });
    });

    it('get a stream without chunks, up to the end of the connection', async () => {
      const counted = modernCall('count', { steps: 2 });
      const body = JSON.stringify(counted.body);
      const socket = await connect();

      await socket.write(head({ ...counted.headers, 'content-length': body.length }) + body);
      await socket.closed;

      const [top = '', events = ''] = socket.received.split(/\r\n\r\n/);
      expect(top).not.toMatch(/transfer-encoding/i);
      expect(events).toMatch(/^(event: message\ndata: [^\n]+\n\n){3}$/);
    });
  });
});
