import { CompletionResult } from './builders/completion-result.js';
import { MAX_COMPLETION_VALUES, toCompletionResult } from './to-completion-result.js';

const candidates = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`);

describe('toCompletionResult', () => {
  it('may give a hundred', () => {
    expect(MAX_COMPLETION_VALUES).toBe(100);
  });

  it('gives candidates in their order', () => {
    expect(toCompletionResult(['b', 'a', ''])).toEqual({
      values: ['b', 'a', ''],
      total: 3,
      hasMore: false,
    });
  });

  it.each([[undefined], [[]]])('gives nothing for %j', (value) => {
    expect(toCompletionResult(value)).toEqual({ values: [], total: 0, hasMore: false });
  });

  it('gives a hundred whole', () => {
    const values = candidates(100);

    expect(toCompletionResult(values)).toEqual({ values, total: 100, hasMore: false });
  });

  it('cuts a hundred and one, telling how many there are', () => {
    expect(toCompletionResult(candidates(101))).toEqual({
      values: candidates(100),
      total: 101,
      hasMore: true,
    });
  });

  it.each([null, 'tone', 7, {}, [1], ['a', null]])('refuses %j', (value) => {
    expect(() => toCompletionResult(value)).toThrow('a completer returns a list of strings');
  });

  describe('of a built result', () => {
    const values = candidates(3);

    it.each([
      ['nothing at all', CompletionResult, { values: [], total: 0, hasMore: false }],
      ['all there are', CompletionResult.values(values), { values, total: 3, hasMore: false }],
      [
        'some of those that were counted',
        CompletionResult.values(values, { total: 250 }),
        { values, total: 250, hasMore: true },
      ],
      [
        'some of those that nobody counted',
        CompletionResult.values(values, { hasMore: true }),
        { values, hasMore: true },
      ],
      [
        'all, whatever else is said',
        CompletionResult.values(values, { total: 250, hasMore: false }),
        { values, total: 250, hasMore: false },
      ],
      [
        'a hundred and one',
        CompletionResult.values(candidates(101), { total: 101, hasMore: false }),
        { values: candidates(100), total: 101, hasMore: true },
      ],
    ])('gives %s', (_what, built, expected) => {
      expect(toCompletionResult(built)).toEqual(expected);
    });
  });
});
