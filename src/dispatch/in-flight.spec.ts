import { InFlight } from './in-flight.js';

const REASON = new Error('enough');

describe('InFlight', () => {
  const scope = {};
  const other = {};
  let inFlight: InFlight;

  beforeEach(() => {
    inFlight = new InFlight();
  });

  function add(id: string | number, where: object | undefined = scope) {
    const controller = new AbortController();
    return { signal: controller.signal, release: inFlight.add(where, id, controller) };
  }

  it('knows an id from the start of its request to the end', () => {
    const { release } = add(1);
    expect(inFlight.has(scope, 1)).toBe(true);

    release();

    expect(inFlight.has(scope, 1)).toBe(false);
    expect(inFlight.size).toBe(0);
  });

  it('tells a number from a string', () => {
    const { signal } = add(1);

    inFlight.cancel(scope, '1', REASON);

    expect(signal.aborted).toBe(false);
    expect(inFlight.has(scope, '1')).toBe(false);
  });

  it.each([0, ''])('cancels the id %j', (id) => {
    const { signal } = add(id);

    inFlight.cancel(scope, id, REASON);

    expect(signal.reason).toBe(REASON);
  });

  it('cancels each request of an id', () => {
    const calls = [add(1), add(1), add(1)];

    inFlight.cancel(scope, 1, REASON);

    expect(calls.map(({ signal }) => signal.aborted)).toEqual([true, true, true]);
  });

  it('keeps the other requests of an id when one ends', () => {
    const first = add(1);
    const second = add(1);
    first.release();

    inFlight.cancel(scope, 1, REASON);

    expect([first.signal.aborted, second.signal.aborted]).toEqual([false, true]);
  });

  it('does not cancel in another scope', () => {
    const { signal } = add(1, other);

    inFlight.cancel(scope, 1, REASON);
    inFlight.cancelAll(scope, REASON);

    expect(signal.aborted).toBe(false);
  });

  it('cancels everything of a scope at its end', () => {
    const calls = [add(1), add(2), add('a')];

    inFlight.cancelAll(scope, REASON);

    expect(calls.every(({ signal }) => signal.aborted)).toBe(true);
  });

  it('cancels everything when it closes, requests without a scope too', () => {
    const calls = [add(1), add(1, other), add(1, undefined)];
    const withoutScope = new AbortController();
    inFlight.add(undefined, 1, withoutScope);

    inFlight.close(REASON);

    expect([...calls.map(({ signal }) => signal), withoutScope.signal].map(isAborted)).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });

  it('does not mind unknown ids and scopes', () => {
    expect(() => {
      inFlight.cancel(scope, 1, REASON);
      inFlight.cancelAll(other, REASON);
      inFlight.close(REASON);
    }).not.toThrow();
  });

  it('takes a release that comes twice once', () => {
    const { release } = add(1);
    release();
    const { signal } = add(1);

    release();
    inFlight.cancel(scope, 1, REASON);

    expect(signal.aborted).toBe(true);
    expect(inFlight.size).toBe(1);
  });

  it('bears a request that ends while its abort is told', () => {
    const first = add(1);
    const second = add(1);
    first.signal.addEventListener('abort', first.release);

    inFlight.cancel(scope, 1, REASON);

    expect(second.signal.aborted).toBe(true);
    expect(inFlight.size).toBe(1);
  });
});

const isAborted = ({ aborted }: AbortSignal): boolean => aborted;
