import type { INestApplication } from '@nestjs/common';
import { McpDispatcher, McpNotificationBus } from 'nest-mcp';
import { StockService } from '../../apps/changes/stock.service.js';
import { bootApp, PLATFORMS } from '../../support/boot-app.js';
import { SseWire } from '../../support/sse-wire.js';
import { legacyRequest } from '../../support/wire-messages.js';

const uri = 'shop://stock/978';
const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };

describe.each(PLATFORMS)('changes over HTTP+SSE on $platform', ({ createAdapter }) => {
  let app: INestApplication;
  let bus: McpNotificationBus;

  beforeAll(async () => {
    const mcp = { http: { legacySse: true } };
    app = await bootApp({ createAdapter }, { providers: [StockService] }, { mcp });
    bus = app.get(McpNotificationBus);
  });

  afterAll(() => app.close());

  const connect = async () => {
    const wire = await SseWire.initialize(app);
    await wire.post(initialized);
    return wire;
  };

  it('of lists are told on every stream', async () => {
    const wires = [await connect(), await connect()];

    bus.listChanged('tools');

    const method = 'notifications/tools/list_changed';
    expect([await wires[0]?.next(), await wires[1]?.next()]).toMatchObject([
      { method },
      { method },
    ]);
    for (const wire of wires) wire.leave();
  });

  it('of a resource are told on the stream that subscribed, and on no other', async () => {
    const [subscriber, other] = [await connect(), await connect()];
    await subscriber.ask(legacyRequest('resources/subscribe', { uri }));

    bus.resourceUpdated(uri);

    expect(await subscriber.next()).toMatchObject({
      method: 'notifications/resources/updated',
      params: { uri },
    });
    expect(await other.ask(legacyRequest('ping', {}, 'first'))).toMatchObject({ id: 'first' });
    subscriber.leave();
    other.leave();
  });

  it('are forgotten with the stream', async () => {
    const wire = await connect();
    await wire.ask(legacyRequest('resources/subscribe', { uri }));
    const { subscriptions } = app.get(McpDispatcher).snapshot();

    wire.leave();
    while (bus.isLive(wire.sessionId)) await new Promise((resolve) => setImmediate(resolve));

    expect(subscriptions).toBe(1);
    expect(app.get(McpDispatcher).snapshot().subscriptions).toBe(0);
  });
});
