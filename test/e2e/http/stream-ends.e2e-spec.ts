import type { INestApplication } from '@nestjs/common';
import { jest } from '@jest/globals';
import type { Server } from 'node:http';
import { McpDispatcher, McpNotificationBus } from 'nest-mcp';
import { ApplicationParts } from '../../../src/application-parts.js';
import type { MemoryEventStore } from '../../../src/sessions/memory-event-store.js';
import { SessionRegistry } from '../../../src/sessions/session-registry.js';
import { SessionStreamTable } from '../../../src/transports/http/streams/session-stream-table.js';
import { SlowPart } from '../../apps/slow-part.js';
import { StreamLab } from '../../apps/stream-lab.js';
import { Workshop } from '../../apps/workshop.js';
import { PLATFORMS, bootApp } from '../../support/boot-app.js';
import { legacyCall, legacyRequest } from '../../support/wire-messages.js';
import { settled } from '../../support/settled.js';
import type { ClientStream } from '../../support/stream-client.js';
import { StreamClient, nextMessage, rest } from '../../support/stream-client.js';

/** A thousand sessions take their time on a busy machine. */
jest.setTimeout(120_000);

/** How often sessions come and go; the framework has no part in most of what could stay. */
const CYCLES: Readonly<Record<string, number>> = { Express: 1_000, Fastify: 100 };
const AT_ONCE = 10;
const STREAMS = 20;

/** Everything that could be left behind. */
const remains = (app: INestApplication) => ({
  ...app.get(McpDispatcher).snapshot(),
  sessions: app.get(SessionRegistry).size,
  streams: app.get(SessionStreamTable).size,
  listeners: app.get(McpNotificationBus).size,
  histories: (app.get(ApplicationParts).eventStore as MemoryEventStore).size,
});

const NOTHING = {
  pending: 0,
  inFlight: 0,
  abandoned: 0,
  parked: 0,
  connections: 0,
  capabilities: 0,
  listens: 0,
  tasks: 0,
  subscriptions: 0,
  sessions: 0,
  streams: 0,
  listeners: 0,
  histories: 0,
};

const openSockets = (app: INestApplication) =>
  new Promise<number>((resolve) =>
    (app.getHttpServer() as Server).getConnections((_, count) => resolve(count)),
  );

describe.each(PLATFORMS)('the end of streams on $platform', ({ platform, createAdapter }) => {
  let app: INestApplication;

  const boot = async (providers: (typeof SlowPart)[] = [], limits = {}) => {
    app = await bootApp(
      { createAdapter },
      { providers: [StreamLab, Workshop, ...providers] },
      { mcp: { limits } },
    );
  };

  afterEach(() => app.close());

  it('leaves nothing of many sessions', async () => {
    await boot();
    const cycle = async () => {
      const client = await StreamClient.open(app);
      const stream = await client.get();
      const post = (body: object) => client.wire.post(body, client.headers);
      await post(legacyRequest('resources/subscribe', { uri: 'workshop://tools' }));
      const { text } = await post(legacyCall('count', { steps: 1 }));
      expect(text.match(/^data: ./gm)).toHaveLength(2);
      client.push(1);
      await nextMessage(stream);
      await client.wire.send('DELETE', client.headers);
      return rest(stream);
    };
    for (let n = 0; n < (CYCLES[platform] ?? 0); n += AT_ONCE) {
      const ends = await Promise.all(Array.from({ length: AT_ONCE }, cycle));
      expect(ends.flat()).toEqual([]);
    }
    await settled();

    expect(remains(app)).toEqual(NOTHING);
    while ((await openSockets(app)) > 0) await settled();
  });

  it('comes with DELETE for calls whose clients are away', async () => {
    await boot();
    const client = await StreamClient.open(app);
    const { call, ...stream } = await client.drive();
    await nextMessage(stream);
    call.context.closeStream();
    await rest(stream);

    await client.wire.send('DELETE', client.headers);
    await settled();

    expect(call.context.signal.aborted).toBe(true);
    expect(remains(app)).toEqual(NOTHING);
  });

  it('comes with the end of the server, also for clients that come back', async () => {
    await boot([SlowPart], { shutdownGraceMs: 1 });
    const part = app.get(SlowPart);
    const clients = await Promise.all(
      Array.from({ length: STREAMS }, () => StreamClient.open(app)),
    );
    const streams: ClientStream[] = [];
    for (const [index, client] of clients.entries()) {
      streams.push(index % 2 === 0 ? await client.get() : await client.drive());
    }
    const comeBack = async (client: StreamClient, stream: ClientStream) => {
      await rest(stream);
      const kept = { ...client.headers, connection: 'keep-alive' };
      const { response } = await client.wire.open('GET', kept);
      response.resume();
      return { status: response.statusCode, connection: response.headers.connection };
    };
    const returned = clients.map((client, index) => comeBack(client, streams[index]!));

    const closed = app.close();
    await part.asked.promise;
    const answers = await Promise.all(returned);
    part.finished.resolve();
    await closed;

    expect(answers).toEqual(answers.map(() => ({ status: 503, connection: 'close' })));
    expect(remains(app)).toEqual(NOTHING);
  });

  it('does not come while a call may finish', async () => {
    await boot([], { shutdownGraceMs: 60_000 });
    const client = await StreamClient.open(app);
    const { call, ...stream } = await client.drive();
    const closed = app.close();
    while ((await client.getOnce('any')).status !== 503);

    call.finish('just in time');

    expect(await rest(stream)).toEqual([1, 'just in time']);
    await closed;
  });
});
