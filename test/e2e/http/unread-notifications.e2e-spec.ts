import { jest } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import { McpNotificationBus, McpTelemetry } from 'nest-mcp';
import type { IncomingMessage } from 'node:http';
import { Firehose, SPILLED, TEN_KILOBYTES } from '../../apps/firehose.js';
import { PLATFORMS, bootApp } from '../../support/boot-app.js';
import { EventReader } from '../../support/event-reader.js';
import { SseWire } from '../../support/sse-wire.js';
import { WireClient, read } from '../../support/wire-client.js';
import { legacyCall, legacyRequest, modernRequest } from '../../support/wire-messages.js';

/** Some 40 megabytes are written down for each, though few are kept. */
jest.setTimeout(60_000);

/** A mebibyte waits in the process, and the connection has taken some before. */
const MOST_KEPT = (5 * 1024 * 1024) / TEN_KILOBYTES.length;

describe.each(PLATFORMS)('notifications that nobody reads, on $platform', ({ createAdapter }) => {
  let app: INestApplication;
  let client: WireClient;
  let bus: McpNotificationBus;
  let dropped: Record<'report' | 'change', number>;

  beforeAll(async () => {
    app = await bootApp(
      { createAdapter },
      { providers: [Firehose] },
      { mcp: { http: { legacySse: true } } },
    );
    client = new WireClient(app);
    bus = app.get(McpNotificationBus);
    app.get(McpTelemetry).addSink((event) => {
      if (event.type === 'message_dropped') dropped[event.weight]++;
    });
  });

  beforeEach(() => {
    dropped = { report: 0, change: 0 };
  });

  afterAll(() => app.close());

  const expectBounded = (received: number, weight: 'report' | 'change') => {
    expect(received).toBeGreaterThan(0);
    expect(received).toBeLessThan(MOST_KEPT);
    expect(received + dropped[weight]).toBe(SPILLED);
  };

  it('are bounded on the stream of a call in a session, and the answer arrives', async () => {
    const session = await client.openSession();
    const { response } = await client.open('POST', session, legacyCall('spill', {}, 'c'));

    const text = await read(response);

    expectBounded(text.match(/notifications\/progress/g)?.length ?? 0, 'report');
    expect(text).toContain('"text":"spilled"');
  });

  it('are bounded on the GET stream of a session, which goes on', async () => {
    const session = await client.openSession();
    const { response, leave } = await client.open('GET', session);
    const { 'mcp-session-id': id = '' } = session;

    for (let n = 1; n <= SPILLED; n++) bus.sendTo(id, change(TEN_KILOBYTES));
    bus.sendTo(id, change('the last one'));

    expectBounded(await countUntil(response, 'the last one'), 'change');
    leave();
  });

  it('are bounded on a listen, which goes on', async () => {
    const uri = `fire://${TEN_KILOBYTES}`;
    const last = 'fire://last';
    const notifications = { resourceSubscriptions: [uri, last] };
    const { body, headers } = modernRequest('subscriptions/listen', { notifications });
    const { response, leave } = await client.open('POST', headers, body);

    for (let n = 1; n <= SPILLED; n++) bus.publish({ type: 'resource_updated', uri });
    bus.publish({ type: 'resource_updated', uri: last });

    const acknowledged = 1;
    expectBounded((await countUntil(response, last)) - acknowledged, 'change');
    leave();
  });

  it('are bounded over HTTP+SSE, and the answer arrives', async () => {
    const wire = await SseWire.initialize(app);
    await wire.post(legacyCall('spill', {}, 'c'));

    let received = 0;
    let message = await wire.next();
    for (; message?.id !== 'c'; message = await wire.next()) received++;

    expectBounded(received, 'report');
    expect(message).toMatchObject({ result: { content: [{ text: 'spilled' }] } });
    expect(await wire.ask(legacyRequest('ping', {}, 'p'))).toMatchObject({ id: 'p' });
    wire.leave();
  });
});

const change = (text: string) =>
  ({ jsonrpc: '2.0', method: 'notifications/of/the/test', params: { text } }) as const;

/** How many messages came before the one that holds a text. */
async function countUntil(response: IncomingMessage, text: string): Promise<number> {
  response.on('error', () => undefined);
  const reader = new EventReader(response);
  for (let count = 0; ; count++) {
    const message = await reader.next();
    if (message === undefined) throw new Error(`the stream ended without “${text}”`);
    const { text: said, uri } = message.params as Record<string, unknown>;
    if (said === text || uri === text) return count;
  }
}
