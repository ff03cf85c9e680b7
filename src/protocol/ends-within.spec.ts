import { ManualClock } from '../../test/support/manual-clock.js';
import { endsWithin } from './ends-within.js';

describe('endsWithin', () => {
  it('is true for what ends in time, and leaves no timer', async () => {
    const clock = new ManualClock();

    expect(await endsWithin(clock, 10, Promise.resolve())).toBe(true);
    expect(clock.timers).toBe(0);
  });

  it('is false once the time is up', async () => {
    const clock = new ManualClock();
    const ended = endsWithin(clock, 10, new Promise(() => undefined));
    clock.advance(10);

    expect(await ended).toBe(false);
  });
});
