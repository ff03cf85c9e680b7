import { randomId } from './id-generator.js';

describe('randomId', () => {
  it('gives 24 characters that are safe in headers and addresses', () => {
    expect(randomId()).toMatch(/^[A-Za-z0-9_-]{24}$/);
  });

  it('repeats none', () => {
    expect(new Set(Array.from({ length: 10_000 }, randomId)).size).toBe(10_000);
  });
});
