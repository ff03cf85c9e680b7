import type { INestApplication } from '@nestjs/common';
import { Workshop } from '../../apps/workshop.js';
import { bootApp, PLATFORMS } from '../../support/boot-app.js';
import { SseWire } from '../../support/sse-wire.js';
import { outcome } from '../../support/wire-client.js';
import { initialize, legacyCall, legacyRequest, modernCall } from '../../support/wire-messages.js';

const MAX_BATCH = 3;
const ping = (id: string | number) => legacyRequest('ping', {}, id);

describe.each(PLATFORMS)('batches over HTTP+SSE on $platform', ({ createAdapter }) => {
  let app: INestApplication;

  beforeAll(async () => {
    const limits = { maxBatch: MAX_BATCH, maxBufferedBytes: 100_000 };
    const mcp = { http: { legacySse: true }, limits };
    app = await bootApp({ createAdapter }, { providers: [Workshop] }, { mcp });
  });

  afterAll(() => app.close());

  const connect = (protocolVersion = '2025-03-26') =>
    SseWire.initialize(app, {}, { protocolVersion });

  it('of 2025-03-26 are acknowledged, and each answer is a message of the stream', async () => {
    const wire = await connect();

    const posted = await wire.post([ping('a'), legacyCall('echo', { text: 'hi' }, 'b')]);
    const answers = [await wire.next(), await wire.next()];

    expect({ status: posted.status, text: posted.text }).toEqual({ status: 202, text: '' });
    expect(answers.map((answer) => answer?.id).toSorted()).toEqual(['a', 'b']);
    wire.leave();
  });

  it.each(['2024-11-05', '2025-06-18', '2025-11-25'])('of %s are refused', async (version) => {
    const wire = await connect(version);

    expect(outcome(await wire.post([ping('a')]))).toMatchObject({
      status: 400,
      body: { jsonrpc: '2.0', error: { code: -32600 } },
    });
    wire.leave();
  });

  it.each([0, MAX_BATCH + 1])('of %i messages are refused', async (length) => {
    const wire = await connect();

    const answer = await wire.post(Array.from({ length }, (_, id) => ping(id)));

    expect(outcome(answer)).toMatchObject({ status: 400, body: { error: { code: -32600 } } });
    wire.leave();
  });

  it('are refused as a whole for a message whose id cannot be read', async () => {
    const wire = await connect();

    const posted = await wire.post([ping('a'), { jsonrpc: '2.0', id: 1.5, method: 'ping' }]);

    expect(outcome(posted)).toEqual({
      status: 400,
      body: { jsonrpc: '2.0', error: { code: -32600, message: expect.any(String) } },
    });
    expect(await wire.ask(ping('next'))).toMatchObject({ id: 'next' });
    wire.leave();
  });

  it('have errors of handshakes on the stream', async () => {
    const wire = await connect();

    await wire.post([initialize('again')]);

    expect(await wire.next()).toMatchObject({ id: 'again', error: { code: -32600 } });
    wire.leave();
  });

  it('are refused as a whole for a request of the other era', async () => {
    const wire = await connect();
    const { body: modern } = modernCall('echo', { text: 'hi' }, 'modern');

    const posted = await wire.post([ping('a'), modern]);

    expect(outcome(posted)).toMatchObject({ status: 400, body: { error: { code: -32600 } } });
    expect(await wire.ask(ping('next'))).toMatchObject({ id: 'next' });
    wire.leave();
  });

  it('do not pile up for a client that does not read', async () => {
    const wire = await connect();
    const batch = [legacyCall('echo', { text: 'x'.repeat(900_000) }, 'only')];

    let answer = await wire.post(batch);
    let taken = 0;
    while (answer.status === 202) {
      taken++;
      answer = await wire.post(batch);
    }

    expect(outcome(answer)).toMatchObject({ status: 503, body: { error: { code: -32000 } } });
    for (let read = 0; read < taken; read++)
      expect(await wire.next()).toMatchObject({ id: 'only' });
    wire.leave();
  });
});
