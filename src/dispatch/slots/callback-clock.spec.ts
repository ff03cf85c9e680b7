import { ManualClock } from '../../../test/support/manual-clock.js';
import { CallbackClock } from './callback-clock.js';

function clockOf(ms: number) {
  const clock = new ManualClock();
  let elapsed = 0;
  const callback = new CallbackClock(clock, ms, () => elapsed++);
  return { clock, callback, elapsed: () => elapsed };
}

describe('the time of a callback', () => {
  it('runs out once, to the millisecond', () => {
    const { clock, elapsed } = clockOf(100);

    clock.advance(99);
    expect(elapsed()).toBe(0);
    clock.advance(1);
    expect(elapsed()).toBe(1);
    clock.advance(1000);
    expect(elapsed()).toBe(1);
  });

  it('stands still while it is paused, and goes on with what was left', () => {
    const { clock, callback, elapsed } = clockOf(100);
    clock.advance(60);
    callback.pause();
    clock.advance(1000);
    expect(clock.timers).toBe(0);

    callback.resume();
    clock.advance(39);
    expect(elapsed()).toBe(0);
    clock.advance(1);
    expect(elapsed()).toBe(1);
  });

  it('goes on when the last of several has resumed it', () => {
    const { clock, callback, elapsed } = clockOf(100);
    callback.pause();
    clock.advance(10);
    callback.pause();
    callback.resume();
    clock.advance(1000);
    expect(elapsed()).toBe(0);

    callback.resume();
    clock.advance(100);
    expect(elapsed()).toBe(1);
  });

  it('adds up over several pauses', () => {
    const { clock, callback, elapsed } = clockOf(100);
    for (let turn = 0; turn < 3; turn++) {
      clock.advance(30);
      callback.pause();
      clock.advance(500);
      callback.resume();
    }

    clock.advance(9);
    expect(elapsed()).toBe(0);
    clock.advance(1);
    expect(elapsed()).toBe(1);
  });

  it('never starts again once it was stopped', () => {
    const { clock, callback } = clockOf(100);
    callback.pause();
    callback.stop();
    callback.resume();

    expect(clock.timers).toBe(0);
  });
});
