import fc from 'fast-check';
import { ManualClock } from '../../test/support/manual-clock.js';
import { randomId } from '../protocol/id-generator.js';
import type { Connection } from './connection.js';
import { SessionRegistry } from './session-registry.js';

const IDLE = 1_000;

function setUp(maxSessions = 10) {
  const clock = new ManualClock();
  const ended: Connection[] = [];
  const stopped: Connection[] = [];
  const limits = { maxSessions, sessionIdleMs: IDLE };
  const sessions = new SessionRegistry(limits, clock, randomId, {
    stopped: (connection) => stopped.push(connection),
    ended: (connection) => ended.push(connection),
  });
  const end = (connection: Connection) =>
    sessions.end(connection, { reason: 'deleted', detail: 'by the client' });
  const open = (owner?: string) => sessions.open(owner) as Connection;
  const isAlive = ({ id, ownerKey }: Connection) => sessions.find(id, ownerKey) !== undefined;
  return { clock, ended, stopped, sessions, open, end, isAlive };
}

describe('sessions', () => {
  it('are found by their id and owner only', () => {
    const { sessions, open } = setUp();
    const anns = open('ann');

    expect(sessions.find(anns.id, 'ann')).toBe(anns);
    expect(sessions.find(anns.id, 'bob')).toBeUndefined();
    expect(sessions.find(anns.id, undefined)).toBeUndefined();
  });

  it('of nobody are not found by somebody', () => {
    const { sessions, open } = setUp();

    expect(sessions.find(open().id, 'ann')).toBeUndefined();
  });

  it.each(['constructor', '__proto__', 'toString', ''])('are not found as %j', (id) => {
    expect(setUp().sessions.find(id, undefined)).toBeUndefined();
  });

  it('have ids of 24 visible characters', () => {
    expect(setUp().open().id).toMatch(/^[\x21-\x7e]{24}$/);
  });

  it('are refused past the maximum until one ends', () => {
    const { sessions, open, end } = setUp(2);
    const first = open();
    open();

    expect(sessions.open(undefined)).toBeUndefined();
    end(first);
    expect(sessions.open(undefined)).toBeDefined();
  });

  it('expire when they were idle for as long as allowed, and not before', () => {
    const { clock, ended, open, isAlive } = setUp();
    const session = open();

    clock.advance(IDLE - 1);
    expect(isAlive(session)).toBe(true);
    clock.advance(1);
    expect(isAlive(session)).toBe(false);
    expect(ended).toEqual([session]);
  });

  it('expire each in its own time', () => {
    const { clock, open, isAlive } = setUp();
    const early = open();
    clock.advance(IDLE / 2);
    const late = open();

    clock.advance(IDLE / 2);
    expect([early, late].map(isAlive)).toEqual([false, true]);
    clock.advance(IDLE / 2 - 1);
    expect(isAlive(late)).toBe(true);
    clock.advance(1);
    expect(isAlive(late)).toBe(false);
  });

  it('count as idle from the end of their last use', () => {
    const { clock, sessions, open, isAlive } = setUp();
    const session = open();
    clock.advance(IDLE - 1);
    sessions.use(session)();

    clock.advance(IDLE - 1);
    expect(isAlive(session)).toBe(true);
    clock.advance(1);
    expect(isAlive(session)).toBe(false);
  });

  it('never expire while in use', () => {
    const { clock, sessions, open, isAlive } = setUp();
    const session = open();
    const release = sessions.use(session);

    clock.advance(IDLE * 10);
    expect(isAlive(session)).toBe(true);
    release();
    clock.advance(IDLE - 1);
    expect(isAlive(session)).toBe(true);
    clock.advance(IDLE);
    expect(isAlive(session)).toBe(false);
  });

  it('are in use until the last use ends', () => {
    const { clock, sessions, open, isAlive } = setUp();
    const session = open();
    const releases = [sessions.use(session), sessions.use(session)];
    releases[0]!();

    clock.advance(IDLE * 2);
    expect(isAlive(session)).toBe(true);
    releases[1]!();
  });

  it('end once', () => {
    const { end, ended, open } = setUp();
    const session = open();

    expect([end(session), end(session)]).toEqual([true, false]);
    expect(ended).toEqual([session]);
  });

  it('survive no use after their end', () => {
    const { sessions, open, end, isAlive } = setUp();
    const session = open();
    const release = sessions.use(session);
    end(session);

    release();
    sessions.use(session)();

    expect(isAlive(session)).toBe(false);
  });

  it('all end when the server stops, and leave no timer', () => {
    const { clock, sessions, ended, open } = setUp();
    const both = [open(), open()];

    sessions.close();

    expect(ended).toEqual(both);
    expect({ size: sessions.size, timers: clock.timers }).toEqual({ size: 0, timers: 0 });
  });

  it('leave no timer when the last has expired', () => {
    const { clock, open } = setUp();
    open();

    clock.advance(IDLE);

    expect(clock.timers).toBe(0);
  });

  it('share one timer', () => {
    const { clock, open } = setUp();
    for (let i = 0; i < 10; i++) open();

    expect(clock.timers).toBe(1);
  });

  it('may be many', () => {
    const { clock, sessions, open } = setUp(200_000);
    for (let i = 0; i < 200_000; i++) open();

    clock.advance(IDLE - 1);
    expect(sessions.size).toBe(200_000);
    clock.advance(1);
    expect(sessions.size).toBe(0);
  });

  it('keep their bounds, whatever happens', () => {
    const step = fc.oneof(
      fc.constant({ kind: 'open' as const }),
      fc.record({ kind: fc.constant('use' as const), at: fc.nat(5) }),
      fc.record({ kind: fc.constant('end' as const), at: fc.nat(5) }),
      fc.record({ kind: fc.constant('advance' as const), ms: fc.nat(IDLE * 2) }),
    );

    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const { clock, sessions, ended, end, isAlive } = setUp(3);
        const used = new Map<Connection, number>();
        for (const action of steps) {
          const known = [...used.keys()];
          const target = 'at' in action ? known[action.at] : undefined;
          if (action.kind === 'open') {
            const opened = sessions.open(undefined);
            if (opened !== undefined) used.set(opened, clock.now());
          } else if (action.kind === 'advance') clock.advance(action.ms);
          else if (action.kind === 'end' && target !== undefined) end(target);
          else if (target !== undefined && isAlive(target)) {
            sessions.use(target)();
            used.set(target, clock.now());
          }
          expect(sessions.size).toBeLessThanOrEqual(3);
          expect(new Set(ended).size).toBe(ended.length);
          for (const [session, lastUsed] of used) {
            const mayLive = clock.now() - lastUsed < IDLE && !ended.includes(session);
            expect(isAlive(session)).toBe(mayLive);
          }
        }
        sessions.close();
        expect({ size: sessions.size, timers: clock.timers }).toEqual({ size: 0, timers: 0 });
      }),
    );
  });
});
