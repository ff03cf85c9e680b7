import { ManualClock } from '../../test/support/manual-clock.js';
import { RestoreAttempts } from './restore-attempts.js';

const IDLE = 60_000;

const setUp = () => {
  const clock = new ManualClock();
  const limits = { maxRestoreAttempts: 3, sessionIdleMs: IDLE, maxSessions: 2 };
  return { clock, attempts: new RestoreAttempts(limits, clock) };
};

describe('attempts to restore a session', () => {
  it('wait longer after each failure, until there is no other', () => {
    const { clock, attempts } = setUp();
    expect(attempts.delayOf('a')).toBe(0);

    expect(attempts.failed('a')).toBe(true);
    expect(attempts.delayOf('a')).toBe(1_000);
    clock.advance(1_000);
    expect(attempts.delayOf('a')).toBe(0);
    expect(attempts.failed('a')).toBe(true);
    expect(attempts.delayOf('a')).toBe(2_000);
    expect(attempts.failed('a')).toBe(false);
    expect([attempts.size, clock.timers]).toEqual([0, 0]);
  });

  it('do not hold up other sessions', () => {
    const { attempts } = setUp();
    attempts.failed('a');

    expect(attempts.delayOf('b')).toBe(0);
  });

  it('are forgotten when the record is gone', () => {
    const { clock, attempts } = setUp();
    attempts.failed('a');

    clock.advance(IDLE - 1);
    expect(attempts.size).toBe(1);
    clock.advance(1);
    expect([attempts.size, clock.timers]).toEqual([0, 0]);
  });

  it('are remembered for so many sessions only', () => {
    const { clock, attempts } = setUp();
    for (const key of ['a', 'b', 'c']) attempts.failed(key);

    expect(['a', 'b', 'c'].map((key) => attempts.delayOf(key))).toEqual([0, 1_000, 1_000]);
    attempts.close();
    expect([attempts.size, clock.timers]).toEqual([0, 0]);
  });
});
