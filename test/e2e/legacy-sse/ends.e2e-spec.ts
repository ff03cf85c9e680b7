import type { INestApplication } from '@nestjs/common';
import { McpDispatcher, McpTelemetry } from 'nest-mcp';
import type { Server } from 'node:http';
import { serverToken } from '../../../src/mcp.tokens.js';
import { SseConnections } from '../../../src/transports/legacy-sse/sse-connections.js';
import { Workshop } from '../../apps/workshop.js';
import { bootApp, PLATFORMS } from '../../support/boot-app.js';
import { SseWire } from '../../support/sse-wire.js';
import { outcome, WireClient } from '../../support/wire-client.js';
import { legacyCall, legacyRequest } from '../../support/wire-messages.js';

const ping = legacyRequest('ping');
const CYCLES = 200;

describe.each(PLATFORMS)('a stream of HTTP+SSE that ends, on $platform', ({ createAdapter }) => {
  let app: INestApplication;
  let workshop: Workshop;
  let connections: SseConnections;

  const boot = async (limits: object = {}) => {
    const mcp = { http: { legacySse: true }, limits };
    app = await bootApp({ createAdapter }, { providers: [Workshop] }, { mcp });
    workshop = app.get(Workshop);
    connections = app.get(serverToken(SseConnections), { strict: false });
  };

  /** Waits until the server has noticed that clients left. */
  const until = async (size: number) => {
    while (connections.size !== size) await turn();
  };

  afterEach(() => app.close());

  it('cancels what its client asked for', async () => {
    await boot();
    const wire = await SseWire.initialize(app);
    await wire.post(legacyCall('hold', {}, 'a'));
    await wire.post(legacyCall('hold', {}, 'b'));
    const held = [await workshop.nextHeld(), await workshop.nextHeld()];

    wire.leave();
    await until(0);

    expect(held.map(({ signal }) => signal.aborted)).toEqual([true, true]);
    expect(app.get(McpDispatcher).snapshot()).toMatchObject({ pending: 0, inFlight: 0 });
  });

  it('leaves other streams alone', async () => {
    await boot();
    const [leaver, stayer] = [await SseWire.initialize(app), await SseWire.initialize(app)];
    await stayer.post(legacyCall('hold', {}, 'stays'));
    const held = await workshop.nextHeld();

    leaver.leave();
    await until(1);

    expect(held.signal.aborted).toBe(false);
    held.finish('still here');
    expect(await stayer.next()).toMatchObject({ id: 'stays' });
    stayer.leave();
  });

  it('cannot be posted to any more', async () => {
    await boot();
    const wire = await SseWire.initialize(app);
    wire.leave();
    await until(0);

    expect(outcome(await wire.post(ping))).toMatchObject({
      status: 404,
      body: { jsonrpc: '2.0', id: 1, error: { code: -32600 } },
    });
  });

  it('makes room for another', async () => {
    await boot({ maxSessions: 1 });
    const first = await SseWire.connect(app);

    const refused = await new WireClient(app, '/sse').send('GET', { accept: 'text/event-stream' });
    const session = await new WireClient(app).openSession();
    first.leave();
    await until(0);
    const second = await SseWire.connect(app);

    expect(outcome(refused)).toMatchObject({
      status: 503,
      body: { jsonrpc: '2.0', error: { code: -32603 } },
    });
    expect(session['mcp-session-id']).toMatch(/^[\w-]{24}$/);
    expect(second.status).toBe(200);
    second.leave();
  });

  it('leaves nothing behind, however often', async () => {
    await boot();
    const server = app.getHttpServer() as Server;
    for (let cycle = 0; cycle < CYCLES; cycle++) {
      const wire = await SseWire.initialize(app);
      if (cycle % 2 === 0) await wire.post(legacyCall('hold', {}, cycle));
      wire.leave();
    }
    await until(0);

    const counts = Object.values(app.get(McpDispatcher).snapshot());
    expect(counts.filter((count) => count !== 0)).toEqual([]);
    while ((await openSockets(server)) > 0) await turn();
  });

  describe('or whose client does not read', () => {
    it('holds the tool up instead of filling the memory', async () => {
      await boot();
      const wire = await SseWire.initialize(app);
      await wire.post(legacyCall('flood'));

      await workshop.flooded;

      wire.leave();
      await until(0);
      expect(app.get(McpDispatcher).snapshot()).toMatchObject({ pending: 0 });
    });

    it('takes no more requests until the client has read', async () => {
      await boot({ maxBufferedBytes: 100_000 });
      const dropped: string[] = [];
      app.get(McpTelemetry).addSink((event) => {
        if (event.type === 'message_dropped') dropped.push(event.transport);
      });
      const wire = await SseWire.initialize(app);
      const text = 'x'.repeat(500_000);

      let taken = 0;
      let refused = await wire.post(legacyCall('echo', { text }, taken));
      while (refused.status === 202) {
        taken++;
        refused = await wire.post(legacyCall('echo', { text }, taken));
      }
      const cancel = {
        jsonrpc: '2.0',
        method: 'notifications/cancelled',
        params: { requestId: 0 },
      };
      const notified = await wire.post(cancel);

      expect(outcome(refused)).toMatchObject({
        status: 503,
        body: {
          jsonrpc: '2.0',
          id: taken,
          error: { code: -32000, data: { error: 'server_busy', limit: 100_000, retryable: true } },
        },
      });
      expect(notified.status).toBe(202);
      for (let id = 0; id < taken; id++) expect((await wire.next())?.id).toBe(id);
      expect(await wire.ask(legacyRequest('ping', {}, 'again'))).toMatchObject({ id: 'again' });
      expect(dropped).toEqual([]);
      wire.leave();
    });
  });
});

/** One turn of the event loop, in which the server may notice that a client left. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

const openSockets = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
