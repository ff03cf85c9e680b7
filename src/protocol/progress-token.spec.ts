import { isBoundedProgressToken, isProgressToken } from './progress-token.js';

const long = 'x'.repeat(257);

describe('a progress token', () => {
  it.each(['', 'p', 'x'.repeat(256), 'ä'.repeat(128), 0, -1, Number.MAX_SAFE_INTEGER])(
    'may be %j',
    (value) => {
      expect(isProgressToken(value)).toBe(true);
      expect(isBoundedProgressToken(value)).toBe(true);
    },
  );

  it.each([undefined, null, true, 1.5, 2 ** 53, 2 ** 64, Number.NaN, {}, []])(
    'is not %j',
    (value) => {
      expect(isProgressToken(value)).toBe(false);
      expect(isBoundedProgressToken(value)).toBe(false);
    },
  );

  it.each([long, 'ä'.repeat(129)])('may be too long', (value) => {
    expect(isProgressToken(value)).toBe(true);
    expect(isBoundedProgressToken(value)).toBe(false);
  });
});
