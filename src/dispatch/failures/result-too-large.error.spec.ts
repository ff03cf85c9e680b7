import { exceedsBytes } from './result-too-large.error.js';

describe('exceedsBytes', () => {
  it.each([
    ['abc', 3, false],
    ['abcd', 3, true],
    ['ä', 2, false],
    ['ä', 1, true],
    ['€€', 6, false],
    ['€€', 5, true],
    ['😀', 4, false],
    ['😀', 3, true],
    ['', 1, false],
  ])('says of %j with %d bytes allowed: %s', (text, limit, expected) => {
    expect(exceedsBytes(text, limit)).toBe(expected);
  });
});
