import type { PushedMessage } from '../../notifications/mcp-notification-bus.js';
import { McpNotificationBus } from '../../notifications/mcp-notification-bus.js';
import { Connection } from '../../sessions/connection.js';
import { LegacyAudience } from './legacy-audience.js';

function setUp() {
  const bus = new McpNotificationBus();
  const audience = new LegacyAudience(bus);
  const connect = (connection: Connection) => {
    const heard: PushedMessage[] = [];
    bus.connect(connection.address).subscribe((message) => void heard.push(message));
    return heard;
  };
  return { audience, connect };
}

describe('a changed list', () => {
  it('is told to the address of each connection that is initialised', () => {
    const { audience, connect } = setUp();
    const connections = ['a', 'b'].map(
      (id) => new Connection(id, undefined, { address: `x:${id}` }),
    );
    const heard = connections.map((connection) => connect(connection));
    for (const connection of connections) {
      audience.join(connection);
      audience.initialized(connection);
    }
    audience.changed('tools');

    expect(heard.map(({ length }) => length)).toEqual([1, 1]);
  });

  it('is told once to a connection that joins again', () => {
    const { audience, connect } = setUp();
    const connection = new Connection('a', undefined);
    const heard = connect(connection);
    audience.join(connection);
    audience.changed('tools');
    audience.join(connection);
    audience.initialized(connection);

    expect(heard).toHaveLength(1);
  });

  it.each([
    ['that has ended', new Connection('a', undefined), 'disconnected'],
    ['that does not last', new Connection('a', undefined, { isLasting: false }), undefined],
  ] as const)('is not told to a connection %s', (_which, connection, endReason) => {
    const { audience, connect } = setUp();
    connection.endReason = endReason;
    const heard = connect(connection);
    audience.join(connection);
    audience.initialized(connection);
    audience.changed('tools');

    expect(heard).toEqual([]);
    expect(connection.isInitialized).toBe(false);
  });

  it('is not told to one that left, or after the end', () => {
    const { audience, connect } = setUp();
    const [gone, stays] = [new Connection('a', undefined), new Connection('b', undefined)];
    const heard = [connect(gone), connect(stays)];
    for (const connection of [gone, stays]) {
      audience.join(connection);
      audience.initialized(connection);
    }
    audience.leave(gone);
    audience.changed('tools');
    audience.close();
    audience.changed('tools');

    expect(heard.map(({ length }) => length)).toEqual([0, 1]);
  });
});
