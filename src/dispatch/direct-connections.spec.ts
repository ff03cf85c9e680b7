import { Logger } from '@nestjs/common';
import { McpNotificationBus } from '../notifications/mcp-notification-bus.js';
import { revision20251125 } from '../protocol/revisions/revision-2025-11-25.js';
import type { Connection } from '../sessions/connection.js';
import { DirectConnections } from './direct-connections.js';
import { LegacyAudience } from './subscriptions/legacy-audience.js';
import { McpTelemetry } from './telemetry/mcp-telemetry.js';

const MESSAGE = { jsonrpc: '2.0', method: 'x', params: {} } as const;

function setUp(maxClientCapabilities = 10) {
  const logger = Object.assign(new Logger(), { warn: () => undefined });
  const bus = new McpNotificationBus();
  const gone: Connection[] = [];
  const parts = {
    bus,
    audience: new LegacyAudience(bus),
    limits: { maxClientCapabilities },
    telemetry: new McpTelemetry(logger),
    logger,
  };
  const forgotten: Connection[] = [];
  const connections = new DirectConnections(parts, {
    gone: (connection) => void gone.push(connection),
    forgotten: (connection) => void forgotten.push(connection),
    stopped: () => undefined,
  });
  return { connections, gone, forgotten };
}

function shakeHands(connections: DirectConnections, id: string): Connection {
  const connection = connections.enter(id);
  connection.handshake = {
    revision: revision20251125,
    clientInfo: undefined,
    clientCapabilities: { elicitation: {} },
  };
  connections.remember(connection);
  connections.leave(connection);
  return connection;
}

describe('a direct connection', () => {
  it('is one for all requests under way, and forgotten after the last', () => {
    const { connections } = setUp();
    const [first, second] = [connections.enter('a'), connections.enter('a')];
    expect(second).toBe(first);
    connections.leave(first);
    expect(connections.find('a')).toBe(first);

    connections.leave(second);

    expect(connections.find('a')).toBeUndefined();
  });

  it('is remembered while it has capabilities', () => {
    const { connections } = setUp();
    const connection = shakeHands(connections, 'a');

    expect(connections.find('a')).toBe(connection);
    expect(connections.remembered).toBe(1);
  });

  it('is not remembered for a handshake that failed', () => {
    const { connections } = setUp();
    const connection = connections.enter('a');
    connections.remember(connection);
    connections.leave(connection);

    expect([connections.find('a'), connections.remembered]).toEqual([undefined, 0]);
  });

  it('that ended does not come back through a handshake that was under way', () => {
    const { connections } = setUp();
    const listening = connections.connect('a').subscribe();
    const old = connections.enter('a');
    old.handshake = { revision: revision20251125, clientInfo: undefined, clientCapabilities: {} };
    listening.unsubscribe();

    connections.remember(old);
    connections.leave(old);

    expect([connections.find('a'), connections.remembered]).toEqual([undefined, 0]);
  });

  it('that ended is not live, though another of its id is', () => {
    const { connections, gone } = setUp();
    connections.connect('a').subscribe();
    const old = connections.enter('a');
    const received: unknown[] = [];
    connections.connect('a').subscribe((message) => received.push(message));
    const fresh = connections.enter('a');

    connections.send(old, MESSAGE);
    connections.send(fresh, MESSAGE);

    expect(fresh).not.toBe(old);
    expect([connections.isLive(old), connections.isLive(fresh)]).toEqual([false, true]);
    expect(received).toEqual([MESSAGE]);
    expect(gone).toEqual([old]);
  });

  it('may be listened to twice through one stream: the second begins anew', () => {
    const { connections, gone } = setUp();
    const stream = connections.connect('a');
    stream.subscribe();
    const old = connections.find('a');
    stream.subscribe().unsubscribe();

    expect(gone).toHaveLength(2);
    expect(gone[0]).toBe(old);
    expect(connections.find('a')).toBeUndefined();
  });

  it('keeps its revision when its capabilities make room', () => {
    const { connections } = setUp(1);
    connections.connect('a').subscribe();
    const connection = shakeHands(connections, 'a');
    connections.connect('b').subscribe();
    shakeHands(connections, 'b');

    expect(connection.handshake).toMatchObject({
      revision: { version: '2025-11-25' },
      clientCapabilities: {},
    });
    expect(connections.remembered).toBe(1);
  });
});
