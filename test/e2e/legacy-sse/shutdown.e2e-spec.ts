import type { INestApplication } from '@nestjs/common';
import { SlowPart } from '../../apps/slow-part.js';
import { Workshop } from '../../apps/workshop.js';
import { PLATFORMS, bootApp } from '../../support/boot-app.js';
import { RawSocket } from '../../support/raw-socket.js';
import { SseWire } from '../../support/sse-wire.js';
import { WireClient, outcome } from '../../support/wire-client.js';
import { legacyCall, legacyRequest } from '../../support/wire-messages.js';

const ping = legacyRequest('ping');
const GET = 'GET /sse HTTP/1.1\r\nhost: localhost\r\naccept: text/event-stream\r\n\r\n';

describe.each(PLATFORMS)('closing the application with HTTP+SSE on $platform', (platform) => {
  let app: INestApplication;
  let workshop: Workshop;

  const boot = async (shutdownGraceMs: number, providers = [] as (typeof SlowPart)[]) => {
    const mcp = { http: { legacySse: true }, limits: { shutdownGraceMs } };
    app = await bootApp(platform, { providers: [Workshop, ...providers] }, { mcp });
    workshop = app.get(Workshop);
  };

  afterEach(() => app.close());

  it('ends streams that nobody uses, at once', async () => {
    await boot(60_000);
    const wires = [await SseWire.connect(app), await SseWire.initialize(app)];

    await app.close();

    expect([await wires[0]?.next(), await wires[1]?.next()]).toEqual([undefined, undefined]);
  });

  it('waits for a call that runs, and sends its answer', async () => {
    await boot(60_000);
    const wire = await SseWire.initialize(app);
    await wire.post(legacyCall('hold'));
    const held = await workshop.nextHeld();

    const closed = app.close();
    while ((await wire.post(ping)).status !== 503);
    held.finish('just in time');

    expect(await wire.next()).toMatchObject({ result: { content: [{ text: 'just in time' }] } });
    expect(await wire.next()).toBeUndefined();
    await closed;
  });

  it('aborts a call that runs longer', async () => {
    await boot(1);
    const wire = await SseWire.initialize(app);
    await wire.post(legacyCall('hold'));
    const held = await workshop.nextHeld();

    await app.close();

    expect(held.signal.aborted).toBe(true);
    expect(await wire.next()).toBeUndefined();
  });

  it('does not wait for a client that has stopped reading', async () => {
    await boot(1);
    const wire = await SseWire.initialize(app);
    await wire.post(legacyCall('flood'));
    await workshop.flooded;

    await expect(app.close()).resolves.toBeUndefined();
    wire.leave();
  });

  it('refuses clients that come back while other parts stop, and closes their connections', async () => {
    await boot(1, [SlowPart]);
    const part = app.get(SlowPart);
    const wire = await SseWire.initialize(app);
    const { port } = new WireClient(app);
    const closed = app.close();
    await part.asked.promise;

    const socket = await RawSocket.connect(port);
    await socket.write(GET);
    await socket.closed;
    const posted = await wire.post(ping);
    part.finished.resolve();
    await closed;

    expect(socket.received).toMatch(/^HTTP\/1.1 503 [^]*\r\nconnection: close\r\n/i);
    expect(outcome(posted)).toMatchObject({ status: 503, body: { error: { code: -32603 } } });
  });
});
