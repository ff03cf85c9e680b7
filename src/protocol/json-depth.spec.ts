import * as fc from 'fast-check';
import { exceedsJsonDepth } from './json-depth.js';

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Math.max(0, ...Object.values(value).map(depthOf))
    : 0;

describe('exceedsJsonDepth', () => {
  it.each([
    ['[[[]]]', 3, false],
    ['[[[]]]', 2, true],
    ['{"a":{"b":[]}}', 3, false],
    ['{"a":{"b":[]}}', 2, true],
    ['[[],[],[],[]]', 2, false],
    ['[[]'.repeat(2), 2, true],
    ['"[[[[["', 1, false],
    ['{"[[[":"]]]{{{"}', 1, false],
    [String.raw`["\"[[[[",[]]`, 2, false],
    [String.raw`["\\",[[]]]`, 2, true],
    ['', 1, false],
    ['"never ends [[[[', 1, false],
  ])('%s against a limit of %i: %s', (text, limit, expected) => {
    expect(exceedsJsonDepth(text, limit)).toBe(expected);
  });

  it('agrees with the depth of the parsed value', () => {
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 8, depthSize: 'max' }),
        fc.integer({ min: 0, max: 8 }),
        (text, limit) => {
          expect(exceedsJsonDepth(text, limit)).toBe(depthOf(JSON.parse(text)) > limit);
        },
      ),
    );
  });

  it('never throws on text that is not JSON', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[]"\\a') }), (text) => {
        expect(typeof exceedsJsonDepth(text, 3)).toBe('boolean');
      }),
    );
  });
});
