import { ManualClock } from '../../../test/support/manual-clock.js';
import type { PushedMessage } from '../../notifications/mcp-notification-bus.js';
import { McpNotificationBus } from '../../notifications/mcp-notification-bus.js';
import { Connection } from '../../sessions/connection.js';
import { UrlElicitations } from './url-elicitations.js';

const LIMITS = { maxUrlElicitations: 3, urlElicitationTtlMs: 1_000 };

function setUp() {
  const bus = new McpNotificationBus();
  const clock = new ManualClock();
  const elicitations = new UrlElicitations(bus, clock, LIMITS);
  const open = (id: string) => {
    const connection = new Connection(id, undefined);
    const told: unknown[] = [];
    bus
      .connect(id)
      .subscribe((message: PushedMessage) => 'params' in message && told.push(message.params));
    return { connection, told };
  };
  return { clock, elicitations, a: open('a'), b: open('b') };
}

describe('an elicitation with an address', () => {
  it('is completed once, for the connection it was sent to', () => {
    const { elicitations, a, b } = setUp();
    elicitations.add('one', a.connection);

    expect([elicitations.complete('one'), elicitations.complete('one')]).toEqual([true, false]);
    expect([a.told, b.told]).toEqual([[{ elicitationId: 'one' }], []]);
    expect(elicitations.size).toBe(0);
  });

  it('is not completed from within another connection, and can be afterwards', () => {
    const { elicitations, a, b } = setUp();
    elicitations.add('one', a.connection);

    expect(elicitations.complete('one', b.connection)).toBe(false);
    expect(elicitations.complete('one', a.connection)).toBe(true);
  });

  it('cannot have the id of one of another connection', () => {
    const { elicitations, a, b } = setUp();
    elicitations.add('one', a.connection);

    expect(() => elicitations.add('one', b.connection)).toThrow(TypeError);
    elicitations.add('one', a.connection);
    expect(elicitations.size).toBe(1);
  });

  it('is forgotten when it was refused, is unknown, or its connection is over', () => {
    const { elicitations, a, b } = setUp();
    elicitations.add('one', a.connection);
    elicitations.add('two', a.connection);
    elicitations.add('three', b.connection);
    elicitations.forget('one');
    elicitations.forget('unknown');
    elicitations.end(a.connection);

    const complete = ['one', 'two', 'three'].map((id) => elicitations.complete(id));
    expect(complete).toEqual([false, false, true]);
    expect(elicitations.size).toBe(0);
  });

  it('is not remembered for a connection that is over', () => {
    const { elicitations, a } = setUp();
    a.connection.endReason = 'disconnected';
    elicitations.add('one', a.connection);

    expect(elicitations.size).toBe(0);
  });

  it('can be completed until it is too old, and its id used again then', () => {
    const { clock, elicitations, a, b } = setUp();
    elicitations.add('one', a.connection);
    elicitations.add('two', a.connection);
    clock.advance(LIMITS.urlElicitationTtlMs - 1);
    expect(elicitations.complete('one')).toBe(true);
    clock.advance(1);

    expect(elicitations.complete('two')).toBe(false);
    elicitations.add('two', b.connection);
    expect(elicitations.complete('two')).toBe(true);
    expect([a.told, b.told]).toEqual([[{ elicitationId: 'one' }], [{ elicitationId: 'two' }]]);
  });

  it('is forgotten for a newer one past the limit of its connection, and of no other', () => {
    const { elicitations, a, b } = setUp();
    elicitations.add('of b', b.connection);
    for (const id of ['1', '2', '3']) elicitations.add(id, a.connection);
    // The one that was sent again is the newest.
    elicitations.add('1', a.connection);
    elicitations.add('4', a.connection);

    const ids = ['of b', '1', '2', '3', '4'];
    expect(ids.map((id) => elicitations.complete(id))).toEqual([true, true, false, true, true]);
    expect(elicitations.size).toBe(0);
  });
});
