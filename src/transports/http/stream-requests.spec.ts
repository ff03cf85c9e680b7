import { BenchLogger } from '../../../test/support/bench-logger.js';
import { FakeResponse } from '../../../test/support/fake-response.js';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { settled } from '../../../test/support/settled.js';
import { unheardReports } from '../../../test/support/unheard-reports.js';
import { McpTelemetry } from '../../dispatch/telemetry/mcp-telemetry.js';
import { McpNotificationBus } from '../../notifications/mcp-notification-bus.js';
import { randomId } from '../../protocol/id-generator.js';
import { SessionRegistry } from '../../sessions/session-registry.js';
import { DroppedMessages } from '../dropped-messages.js';
import type { HttpExchange } from './http-exchange.js';
import { HttpResponder } from './http-responder.js';
import { StreamRequests } from './stream-requests.js';
import { SessionStreamTable } from './streams/session-stream-table.js';

const IDLE = 1_000;
const KEEP_ALIVE = 300;

/** A session whose GET streams end up in responses of the test. */
function setUp() {
  const clock = new ManualClock();
  const logger = new BenchLogger();
  const bus = new McpNotificationBus();
  const limits = {
    maxStreamsPerSession: 1,
    eventHistory: 1,
    eventHistoryMs: 1,
    maxBufferedBytes: 1,
    keepAliveMs: KEEP_ALIVE,
  };
  const table = new SessionStreamTable({
    bus,
    limits,
    store: () => undefined,
    clock,
    nextId: randomId,
    logger,
  });
  const sessions = new SessionRegistry({ maxSessions: 2, sessionIdleMs: IDLE }, clock, randomId, {
    stopped: () => undefined,
    ended: (ended) => table.end(ended),
  });
  const connection = sessions.open(undefined)!;
  table.begin(connection);
  const requests = new StreamRequests(sessions, table);
  const open = async () => {
    const response = new FakeResponse();
    const responder = new HttpResponder(response.asResponse, {
      clock,
      limits,
      dropped: new DroppedMessages(limits, new McpTelemetry(logger), logger),
      reports: unheardReports(),
      accepts: { json: true, stream: true },
    });
    requests.open({ responder, headers: {} } as unknown as HttpExchange, connection);
    await settled();
    return response;
  };
  return { clock, bus, table, sessions, connection, open };
}

describe('an open GET stream', () => {
  it('keeps its session, which is idle from its end', async () => {
    const { clock, sessions, open } = setUp();
    const response = await open();

    clock.advance(IDLE * 5);
    expect(sessions.size).toBe(1);
    response.destroy();
    await settled();
    clock.advance(IDLE * 2);
    expect(sessions.size).toBe(0);
  });

  it('keeps it also when it took over from another', async () => {
    const { clock, sessions, open } = setUp();
    await open();
    await open();
    await settled();

    clock.advance(IDLE * 5);

    expect(sessions.size).toBe(1);
  });

  it('gets no answers, which belong to other streams', async () => {
    const { bus, connection, open } = setUp();
    const response = await open();

    bus.sendTo(connection.id, { jsonrpc: '2.0', id: 1, result: {} });
    bus.sendTo(connection.id, { jsonrpc: '2.0', method: 'notifications/x', params: {} });

    expect(response.events.map(({ data }) => data)).toEqual([
      '{"jsonrpc":"2.0","method":"notifications/x","params":{}}',
    ]);
  });

  it('leaves no timer, subscription or stream behind with its session', async () => {
    const { clock, bus, table, sessions, connection, open } = setUp();
    await open();

    sessions.end(connection, { reason: 'deleted', detail: '' });
    sessions.close();
    await settled();

    expect([clock.timers, bus.size, table.size]).toEqual([0, 0, 0]);
  });
});
