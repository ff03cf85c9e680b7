import fc from 'fast-check';
import { requireJson } from './require-json.js';

class Basket {
  readonly items = 1;
}

const cycle: Record<string, unknown> = {};
cycle.self = [cycle];

const sparse: unknown[] = [1];
sparse.length = 2;

describe('a value that JSON can say', () => {
  it('is anything JSON gives, and comes back as it was', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        requireJson(value, 'state');
        expect(JSON.stringify(JSON.parse(JSON.stringify(value)))).toBe(JSON.stringify(value));
      }),
    );
  });

  it('may have one object in two places, no prototype, and members without a value', () => {
    const shared = Object.assign(Object.create(null) as object, { a: 1 });

    expect(() => requireJson({ a: shared, b: [shared], c: undefined }, 'state')).not.toThrow();
  });

  it.each([
    ['a Map', new Map(), 'state.x is an instance of Map, which JSON cannot say'],
    ['a Date', new Date(0), 'state.x is an instance of Date'],
    ['an instance of a class', new Basket(), 'state.x is an instance of Basket'],
    [
      'an object without a constructor',
      Object.create(new Basket()) as object,
      'state.x is an inst',
    ],
    ['a function', () => 1, 'state.x is a function'],
    ['a symbol', Symbol('s'), 'state.x is a symbol'],
    ['a BigInt', 1n, 'state.x is a bigint'],
    ['NaN', Number.NaN, 'state.x is NaN'],
    ['infinity', [1, -Infinity], 'state.x[1] is -Infinity'],
    ['undefined in a list', [[undefined]], 'state.x[0][0] is undefined'],
    ['a hole in a list', sparse, 'state.x[1] is undefined'],
    ['what contains itself', cycle, 'state.x.self[0] is an object that contains itself'],
    ['a symbol for a key', { [Symbol('s')]: 1 }, 'state.x is an object with the key Symbol(s)'],
    ['something deep under odd keys', { 'a b': [{ '': 1n }] }, 'state.x["a b"][0][""] is a bigint'],
  ])('is not %s', (_what, value, message) => {
    expect(() => requireJson({ ok: 1, x: value }, 'state')).toThrow(message);
  });
});
