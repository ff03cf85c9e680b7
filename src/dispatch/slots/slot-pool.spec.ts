import { BusyError } from './busy.error.js';
import type { SlotLimits } from './slot-pool.js';
import { SlotPool } from './slot-pool.js';

const WIDE: SlotLimits = { maxInFlight: 100, maxInFlightPerConnection: 100, maxAbandoned: 100 };

const pool = (limits: Partial<SlotLimits>) => new SlotPool({ ...WIDE, ...limits });

function refusal(slots: SlotPool, key?: string): BusyError {
  try {
    slots.take(key);
  } catch (thrown) {
    if (thrown instanceof BusyError) return thrown;
    throw thrown;
  }
  throw new Error('a slot was free');
}

describe('a pool of slots', () => {
  it('gives as many as the bound of all says, and refuses the next', () => {
    const slots = pool({ maxInFlight: 2 });
    slots.take('a');
    slots.take('b');

    expect(slots.inFlight).toBe(2);
    expect(refusal(slots, 'c')).toMatchObject({ scope: 'server', limit: 2 });
    expect(slots.inFlight).toBe(2);
  });

  it('gives one key as many as its share, and refuses the next', () => {
    const slots = pool({ maxInFlightPerConnection: 2 });
    slots.take('a');
    slots.take('a');

    expect(refusal(slots, 'a')).toMatchObject({ scope: 'connection', limit: 2 });
    expect(() => slots.take('b')).not.toThrow();
  });

  it('counts whoever has no key against the bound of all only', () => {
    const slots = pool({ maxInFlight: 3, maxInFlightPerConnection: 1 });
    for (let count = 0; count < 3; count++) slots.take(undefined);

    expect(refusal(slots)).toMatchObject({ scope: 'server', limit: 3 });
    expect(slots.holders).toBe(0);
  });

  it('refuses everybody while as many were given up as may be', () => {
    const slots = pool({ maxAbandoned: 2 });
    const [first, second] = [slots.take('a'), slots.take('a')];
    first.abandon();
    expect(() => slots.take('b').release()).not.toThrow();
    second.abandon();

    expect(refusal(slots, 'b')).toMatchObject({ scope: 'abandoned', limit: 2 });
    first.release();
    expect(() => slots.take('b')).not.toThrow();
  });

  it('frees the bound of all when a callback is given up, and the share when it ends', () => {
    const slots = pool({ maxInFlight: 1, maxInFlightPerConnection: 1 });
    const slot = slots.take('a');

    slot.abandon();

    expect([slots.inFlight, slots.abandoned]).toEqual([0, 1]);
    expect(refusal(slots, 'a')).toMatchObject({ scope: 'connection' });
    slot.release();
    expect([slots.inFlight, slots.abandoned, slots.holders]).toEqual([0, 0, 0]);
  });

  it('counts each end of a callback once, however often it is told', () => {
    const slots = pool({});
    const [ended, abandoned] = [slots.take('a'), slots.take('a')];
    ended.release();
    ended.release();
    ended.abandon();
    abandoned.abandon();
    abandoned.abandon();

    expect([slots.inFlight, slots.abandoned, slots.holders]).toEqual([0, 1, 1]);
    abandoned.release();
    abandoned.release();
    expect([slots.inFlight, slots.abandoned, slots.holders]).toEqual([0, 0, 0]);
  });

  it('tells whether a callback had been given up when it ends', () => {
    const slots = pool({});
    const [ended, abandoned] = [slots.take('a'), slots.take('a')];
    abandoned.abandon();

    expect([ended.release(), abandoned.release()]).toEqual([true, false]);
  });

  it('never has as many callbacks under way as both bounds together', () => {
    const slots = pool({ maxInFlight: 3, maxAbandoned: 2 });
    const first = slots.take('a');
    first.abandon();
    const running = [slots.take('a'), slots.take('a'), slots.take('a')];
    for (const slot of running) slot.abandon();

    expect(slots.abandoned).toBe(3 + 2 - 1);
    expect(refusal(slots, 'a')).toMatchObject({ scope: 'abandoned' });
  });
});
