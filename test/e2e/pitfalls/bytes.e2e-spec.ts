import type { INestApplication } from '@nestjs/common';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { json } from 'express';
import { Workshop } from '../../apps/workshop.js';
import { bootApp, PLATFORMS } from '../../support/boot-app.js';
import { postHead, RawSocket } from '../../support/raw-socket.js';
import { outcome, WireClient } from '../../support/wire-client.js';
import { modernCall } from '../../support/wire-messages.js';

describe.each(PLATFORMS)('bodies on $platform', (platform) => {
  let app: INestApplication;
  let client: WireClient;

  beforeAll(async () => {
    app = await bootApp(platform, { providers: [Workshop] });
    client = new WireClient(app);
  });

  afterAll(() => app.close());

  it('a character that is split over two segments arrives whole', async () => {
    const { body, headers } = modernCall('echo', { text: 'Zoë' });
    const bytes = Buffer.from(JSON.stringify(body));
    const cut = bytes.indexOf(Buffer.from('ë')) + 1;
    const arrived = once(app.getHttpServer(), 'request') as Promise<[IncomingMessage]>;
    const socket = await RawSocket.connect(client.port);
    await socket.write(postHead({ ...headers, 'content-length': bytes.length }));
    const [request] = await arrived;
    const first = once(request, 'data');

    await socket.write(bytes.subarray(0, cut));
    await first;
    await socket.write(bytes.subarray(cut));

    expect(await socket.until(/"text":"[^"]*"/)).toContain('"text":"Zoë"');
    socket.leave();
  });

  it('64 MiB are refused at 4, and hardly read', async () => {
    const socket = await RawSocket.connect(client.port);
    const { headers } = modernCall('echo');
    await socket.write(postHead({ ...headers, 'content-length': 64 * 1024 * 1024 }));

    expect(await socket.until(/\r\n\r\n.*limits\.bodyLimit/)).toMatch(/^HTTP\/1.1 413 /);
    socket.leave();
  });

  it('a client that leaves in the middle of its body takes nothing with it', async () => {
    const arrived = once(app.getHttpServer(), 'request') as Promise<[IncomingMessage]>;
    const socket = await RawSocket.connect(client.port);
    await socket.write(postHead({ 'content-length': 1000 }) + '{"jsonrpc":');
    const [request] = await arrived;
    const gone = new Promise((resolve) => request.once('close', resolve).on('error', resolve));
    socket.leave();
    await gone;

    const { body, headers } = modernCall('echo', { text: 'still here' });
    expect(outcome(await client.post(body, headers)).body).toMatchObject({
      result: { content: [{ text: 'still here' }] },
    });
  });

  it.each(['{"jsonrpc":', '[]', '5', 'null', ''])(
    'an answer about a body that is no message has a body of its own: %j',
    async (text) => {
      const { status, body } = outcome(await client.post(text));

      expect(status).toBe(400);
      expect(body).toMatchObject({
        jsonrpc: '2.0',
        error: { message: expect.stringMatching(/./) },
      });
    },
  );
});

it('a parser of the application that has read the body already does not hang the call', async () => {
  const app = await bootApp(
    PLATFORMS[0]!,
    { providers: [Workshop] },
    { configure: (application) => application.use(json()) },
  );
  const { body, headers } = modernCall('echo', { text: 'read twice' });

  const answer = outcome(await new WireClient(app).post(body, headers));
  await app.close();

  expect(answer.body).toMatchObject({ result: { content: [{ text: 'read twice' }] } });
});
