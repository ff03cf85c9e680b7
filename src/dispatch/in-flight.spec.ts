import { callWith } from '../../test/support/request-context.js';
import { InFlight } from './in-flight.js';

const newCall = (id: string | number, scope: object | undefined) =>
  callWith(id, 'ping', {}, { scope });

describe('requests in flight', () => {
  it('are found by scope and id, all of them', () => {
    const inFlight = new InFlight();
    const scope = {};
    const [first, second, other] = [newCall(1, scope), newCall(1, scope), newCall(1, {})];
    for (const call of [first, second, other]) inFlight.add(call);

    expect(inFlight.find(scope, 1)).toEqual([first, second]);
    expect(inFlight.of(scope)).toEqual([first, second]);
    expect(inFlight.size).toBe(3);
  });

  it('tell a number from the same digits as a string', () => {
    const inFlight = new InFlight();
    const scope = {};
    inFlight.add(newCall(1, scope));

    expect([inFlight.has(scope, 1), inFlight.has(scope, '1')]).toEqual([true, false]);
  });

  it('are found no more once they are answered, and their twins still are', () => {
    const inFlight = new InFlight();
    const scope = {};
    const [first, second] = [newCall(1, scope), newCall(1, scope)];
    const leave = inFlight.add(first);
    inFlight.add(second);

    leave();

    expect(inFlight.find(scope, 1)).toEqual([second]);
    expect(inFlight.has(scope, 1)).toBe(true);
  });

  it('may use an id again after the first of it is answered', () => {
    const inFlight = new InFlight();
    const scope = {};
    inFlight.add(newCall(1, scope))();
    expect(inFlight.has(scope, 1)).toBe(false);
    const again = newCall(1, scope);
    inFlight.add(again);

    expect(inFlight.find(scope, 1)).toEqual([again]);
  });

  it('without a scope are counted and found by nobody', () => {
    const inFlight = new InFlight();
    const call = newCall(1, undefined);
    const leave = inFlight.add(call);
    expect(inFlight.everything()).toEqual([call]);

    leave();

    expect(inFlight.size).toBe(0);
  });

  it('tell everybody who waits when there are none, and at once if there are none', async () => {
    const inFlight = new InFlight();
    const leave = inFlight.add(newCall(1, {}));
    let told = 0;
    const waiting = [0, 1].map(() => inFlight.whenEmpty().then(() => told++));
    await Promise.resolve();
    expect(told).toBe(0);

    leave();
    await Promise.all(waiting);

    await expect(inFlight.whenEmpty()).resolves.toBeUndefined();
    expect(told).toBe(2);
  });

  it('tell when those of a scope are answered, which may come again', async () => {
    const inFlight = new InFlight();
    const scope = {};
    const leave = [newCall(1, scope), newCall(2, scope)].map((call) => inFlight.add(call));
    inFlight.add(newCall(1, {}));
    let isDone = false;
    const done = inFlight.whenDone(scope)?.then(() => (isDone = true));

    leave[0]?.();
    await Promise.resolve();
    expect(isDone).toBe(false);
    leave[1]?.();
    await done;

    expect([isDone, inFlight.whenDone(scope)]).toEqual([true, undefined]);
    inFlight.add(newCall(3, scope));
    expect(inFlight.whenDone(scope)).toBeInstanceOf(Promise);
  });
});
