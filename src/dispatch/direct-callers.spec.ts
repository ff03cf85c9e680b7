import { getEventListeners } from 'node:events';
import { DirectCallers } from './direct-callers.js';

describe('a caller', () => {
  it('is listened to once, however much it has under way', () => {
    const callers = new DirectCallers();
    const { signal } = new AbortController();
    for (let call = 0; call < 50; call++) callers.watch(signal, () => undefined);

    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    expect(callers.size).toBe(1);
  });

  it('tells everything it has under way when it is gone, and why', () => {
    const callers = new DirectCallers();
    const [one, two] = [new AbortController(), new AbortController()];
    const told: unknown[] = [];
    callers.watch(one.signal, (reason) => told.push(['first', reason]));
    callers.watch(one.signal, (reason) => told.push(['second', reason]));
    callers.watch(two.signal, (reason) => told.push(['other', reason]));

    one.abort('gone');

    expect(told).toEqual([
      ['first', 'gone'],
      ['second', 'gone'],
    ]);
  });

  it('that is gone already is told so at once', () => {
    const told: unknown[] = [];
    new DirectCallers().watch(AbortSignal.abort('gone'), (reason) => told.push(reason));

    expect(told).toEqual(['gone']);
  });

  it('is forgotten with the last thing it has under way', () => {
    const callers = new DirectCallers();
    const { signal } = new AbortController();
    const unwatch = [0, 1].map(() => callers.watch(signal, () => undefined));
    unwatch[0]?.();
    expect(callers.size).toBe(1);

    unwatch[1]?.();

    expect(callers.size).toBe(0);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('that begins anew is not disturbed by an end that is told twice', () => {
    const callers = new DirectCallers();
    const controller = new AbortController();
    const unwatch = callers.watch(controller.signal, () => undefined);
    unwatch();
    const told: unknown[] = [];
    callers.watch(controller.signal, (reason) => told.push(reason));
    unwatch();

    controller.abort('gone');

    expect(told).toEqual(['gone']);
  });
});
