import { jest } from '@jest/globals';
import { systemClock } from './clock.js';

describe('systemClock', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('tells the time', () => {
    jest.setSystemTime(1234);

    expect(systemClock.now()).toBe(1234);
  });

  it('calls back once, when the time has come', () => {
    const callback = jest.fn();
    systemClock.after(100, callback);
    jest.advanceTimersByTime(99);
    expect(callback).not.toHaveBeenCalled();

    jest.advanceTimersByTime(1000);

    expect(callback).toHaveBeenCalledTimes(1);
  });

  it('does not call back after a cancel', () => {
    const callback = jest.fn();
    systemClock.after(100, callback).cancel();

    jest.advanceTimersByTime(100);

    expect(callback).not.toHaveBeenCalled();
  });

  it('does not mind a cancel after the call', () => {
    const timer = systemClock.after(1, () => undefined);
    jest.advanceTimersByTime(1);

    expect(() => timer.cancel()).not.toThrow();
  });

  it('keeps no process alive', () => {
    jest.useRealTimers();
    const started = jest.spyOn(globalThis, 'setTimeout');

    const timer = systemClock.after(60_000, () => undefined);

    const timeout = started.mock.results[0]?.value as NodeJS.Timeout;
    expect(timeout.hasRef()).toBe(false);
    timer.cancel();
    started.mockRestore();
  });
});
