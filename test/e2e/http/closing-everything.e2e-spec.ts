import type { INestApplication } from '@nestjs/common';
import { McpDispatcher } from 'nest-mcp';
import type { IncomingMessage } from 'node:http';
import { SlowPart } from '../../apps/slow-part.js';
import { StreamLab } from '../../apps/stream-lab.js';
import { PLATFORMS, bootApp } from '../../support/boot-app.js';
import { EventReader } from '../../support/event-reader.js';
import { SseWire } from '../../support/sse-wire.js';
import { StreamClient, nextMessage, rest } from '../../support/stream-client.js';
import { WireClient, read } from '../../support/wire-client.js';
import { initialize, legacyCall, modernCall, modernRequest } from '../../support/wire-messages.js';

const listen = modernRequest(
  'subscriptions/listen',
  { notifications: { toolsListChanged: true } },
  'listen',
);

describe.each(PLATFORMS)('closing with streams of every kind, on $platform', (platform) => {
  let app: INestApplication;
  let client: WireClient;
  let part: SlowPart;

  beforeEach(async () => {
    app = await bootApp(
      platform,
      { providers: [StreamLab, SlowPart] },
      { mcp: { http: { legacySse: true }, limits: { shutdownGraceMs: 1 } } },
    );
    client = new WireClient(app);
    part = app.get(SlowPart);
  });

  afterEach(() => app.close());

  /** One of each; every promise settles with what was left of the stream when it ended. */
  async function openAll() {
    const session = await StreamClient.open(app);
    const standalone = await session.get();
    const called = await session.drive(1);
    await nextMessage(called);
    const away = await session.drive(2);
    await nextMessage(away);
    away.call.context.closeStream();
    await rest(away);
    const sse = await SseWire.initialize(app);
    await sse.post(legacyCall('drive', {}, 'sse'));
    const modern = modernCall('drive');
    const modernCalled = client.open('POST', modern.headers, modern.body);
    const driven = [await app.get(StreamLab).nextDriven(), await app.get(StreamLab).nextDriven()];
    for (const { context } of driven) await context.progress(1);
    const modernStream = new EventReader((await modernCalled).response);
    await modernStream.next();
    await sse.next();
    const { response } = await client.open('POST', listen.headers, listen.body);
    const listening = new EventReader(response);
    await listening.next();
    const calls = [called.call, away.call, ...driven];
    return {
      signals: calls.map(({ context }) => context.signal),
      ends: {
        GET: rest(standalone),
        POST: rest(called),
        'POST of 2026-07-28': left(modernStream),
        listen: left(listening),
        'HTTP+SSE': sse.next(),
      },
    };
  }

  it('ends them all, a listen with its result, and aborts what runs', async () => {
    const { signals, ends } = await openAll();

    const closed = app.close();
    const remainders = await settledValues(ends);
    await part.asked.promise;
    part.finished.resolve();

    expect(remainders).toEqual({
      GET: [],
      POST: [],
      'POST of 2026-07-28': [],
      listen: [
        {
          jsonrpc: '2.0',
          id: 'listen',
          result: expect.objectContaining({ resultType: 'complete' }),
        },
      ],
      'HTTP+SSE': undefined,
    });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true, true]);
    expect(Object.values(app.get(McpDispatcher).snapshot()).filter(Boolean)).toEqual([]);
    await closed;
  });

  it('turns away every client that comes back, and closes its connection', async () => {
    const { ends } = await openAll();
    const closed = app.close();
    await settledValues(ends);
    await part.asked.promise;

    // Clients would keep the connection.
    const kept = { connection: 'keep-alive' };
    const event = { ...kept, accept: 'text/event-stream' };
    const sse = new WireClient(app, '/sse');
    const messages = new WireClient(app, '/messages?sessionId=gone');
    const returned = [
      client.open('GET', { ...event, 'mcp-session-id': 'gone', 'last-event-id': 'a.1' }),
      client.open('POST', kept, initialize()),
      client.open('POST', { ...kept, ...listen.headers }, listen.body),
      client.open('DELETE', { ...kept, 'mcp-session-id': 'gone' }),
      sse.open('GET', event),
      messages.open('POST', kept, initialize()),
    ];
    const answers = await Promise.all(
      returned.map(async (opened) => refusalOf((await opened).response)),
    );
    part.finished.resolve();
    await closed;

    expect(answers).toEqual(
      answers.map(() => ({ status: 503, connection: 'close', code: -32603 })),
    );
  });
});

/** Messages up to the end of a stream. */
async function left(reader: EventReader): Promise<unknown[]> {
  const messages: unknown[] = [];
  for (;;) {
    const message = await reader.next();
    if (message === undefined) return messages;
    messages.push(message);
  }
}

async function settledValues(promises: Record<string, Promise<unknown>>): Promise<object> {
  const entries = Object.entries(promises).map(async ([key, value]) => [key, await value] as const);
  return Object.fromEntries(await Promise.all(entries));
}

async function refusalOf(response: IncomingMessage): Promise<object> {
  const { error } = JSON.parse(await read(response)) as { error: { code: number } };
  const { statusCode: status, headers } = response;
  return { status, connection: headers.connection, code: error.code };
}
