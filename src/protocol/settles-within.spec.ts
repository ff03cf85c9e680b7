import { ManualClock } from '../../test/support/manual-clock.js';
import { deferred } from './deferred.js';
import { settlesWithin } from './settles-within.js';

describe('settlesWithin', () => {
  it.each([
    ['a value', () => 7],
    ['a promise', () => Promise.resolve(7)],
  ])('gives what the work gives as %s, and leaves no timer', async (_what, work) => {
    const clock = new ManualClock();

    expect(await settlesWithin(clock, 10, work)).toBe(7);
    expect(clock.timers).toBe(0);
  });

  it.each([
    ['throws', () => Promise.reject(new RangeError('no'))],
    [
      'throws at once',
      (): never => {
        throw new RangeError('no');
      },
    ],
  ])('fails as the work does that %s', async (_what, work: () => Promise<never>) => {
    const clock = new ManualClock();

    await expect(settlesWithin(clock, 10, work)).rejects.toThrow(new RangeError('no'));
    expect(clock.timers).toBe(0);
  });

  it('fails when the time is up, and not before; what comes then is dropped', async () => {
    const clock = new ManualClock();
    const { promise, resolve } = deferred<number>();
    let end: unknown;
    const waiting = settlesWithin(clock, 10, () => promise).catch((thrown: Error) => {
      end = thrown.message;
    });
    clock.advance(9);
    await Promise.resolve();
    expect(end).toBeUndefined();

    clock.advance(1);
    resolve(7);
    await waiting;

    expect(end).toBe('no answer within 10 ms');
  });

  it('fails with the reason that it is given', async () => {
    const clock = new ManualClock();
    const waiting = settlesWithin(
      clock,
      10,
      () => new Promise(() => undefined),
      () => new RangeError('too late'),
    );
    clock.advance(10);

    await expect(waiting).rejects.toThrow(new RangeError('too late'));
  });
});
