import { jest } from '@jest/globals';
import { ManualClock } from '../../test/support/manual-clock.js';
import { settled } from '../../test/support/settled.js';
import { TaskNews } from './task-news.js';

function setUp() {
  const clock = new ManualClock();
  const listeners = new Set<() => void>();
  const controller = new AbortController();
  const { signal } = controller;
  const news = new TaskNews((listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, clock);
  const tell = () => listeners.forEach((listener) => listener());
  /** What became of one wait. */
  const next = (until = clock.now() + 1_000) => {
    const wait = { outcome: 'waits' };
    news.next(until, signal).then(
      () => (wait.outcome = 'woke'),
      (thrown: unknown) => (wait.outcome = `threw ${String(thrown)}`),
    );
    return wait;
  };
  return { clock, listeners, controller, news, tell, next };
}

describe('news of a task', () => {
  it('wakes at a change', async () => {
    const { clock, tell, next } = setUp();
    const wait = next();
    await settled();
    expect(wait.outcome).toBe('waits');

    tell();
    await settled();

    expect(wait.outcome).toBe('woke');
    expect(clock.timers).toBe(0);
  });

  it('misses no change between two waits, and wakes once for all of them', async () => {
    const { tell, next } = setUp();
    tell();
    const first = next();
    await settled();
    expect(first.outcome).toBe('woke');
    const second = next();
    tell();
    tell();
    await settled();
    expect(second.outcome).toBe('woke');

    const third = next();
    await settled();

    expect(third.outcome).toBe('waits');
  });

  it('wakes at its time without a change, not before', async () => {
    const { clock, next } = setUp();
    const wait = next(clock.now() + 500);

    clock.advance(499);
    await settled();
    expect(wait.outcome).toBe('waits');
    clock.advance(1);
    await settled();

    expect(wait.outcome).toBe('woke');
  });

  it('waits a moment at least, so that nobody looks in a circle', async () => {
    const { clock, next } = setUp();
    const wait = next(clock.now() - 1_000);
    clock.advance(0);
    await settled();
    expect(wait.outcome).toBe('waits');

    clock.advance(1);
    await settled();

    expect(wait.outcome).toBe('woke');
  });

  it('ends with the signal', async () => {
    const { clock, controller, next } = setUp();
    const wait = next();

    controller.abort('enough');
    await settled();

    expect(wait.outcome).toBe('threw enough');
    expect(clock.timers).toBe(0);
  });

  it.each([true, false])(
    'does not begin after the signal (something is new: %s)',
    async (isNew) => {
      const { clock, controller, tell, next } = setUp();
      if (isNew) tell();
      controller.abort('enough');

      const wait = next();
      await settled();

      expect(wait.outcome).toBe('threw enough');
      expect(clock.timers).toBe(0);
    },
  );

  it('ends with the signal, also of a wait that a change has ended', async () => {
    const { controller, tell, next } = setUp();
    const wait = next();

    tell();
    controller.abort('enough');
    await settled();

    expect(wait.outcome).toBe('threw enough');
  });

  it('leaves nothing behind', async () => {
    const { clock, controller, listeners, news, tell, next } = setUp();
    const remove = jest.spyOn(controller.signal, 'removeEventListener');
    expect(listeners.size).toBe(1);
    next();
    tell();
    await settled();

    news.close();

    expect([listeners.size, clock.timers, remove.mock.calls.length]).toEqual([0, 0, 1]);
  });
});
