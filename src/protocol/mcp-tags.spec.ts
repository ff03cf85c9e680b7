import { NO_TAGS, withTags } from './mcp-tags.js';

describe('tags', () => {
  it('are put over those there were, which stay as they are', () => {
    const first = withTags(NO_TAGS, { tenant: 'a', plan: 'free' });
    const second = withTags(first, { plan: 'paid' });

    expect([first, second]).toEqual([
      { tenant: 'a', plan: 'free' },
      { tenant: 'a', plan: 'paid' },
    ]);
    expect(Object.isFrozen(second)).toBe(true);
  });

  it('are taken away by undefined', () => {
    const tags = withTags(NO_TAGS, { tenant: 'a', plan: 'free', other: undefined });

    expect(tags).toStrictEqual({ tenant: 'a', plan: 'free' });
    expect(withTags(tags, { plan: undefined })).toStrictEqual({ tenant: 'a' });
  });

  it('are not what their giver makes of them afterwards', () => {
    const given = { tenant: 'a' };
    const tags = withTags(NO_TAGS, given);
    given.tenant = 'b';

    expect(tags).toEqual({ tenant: 'a' });
  });

  it.each([[undefined], [null], ['a'], [['a']], [{ tenant: 1 }], [{ tenant: ['a'] }]])(
    'are nothing else than an object of strings: %j',
    (given) => {
      expect(() => withTags(NO_TAGS, given)).toThrow(TypeError);
    },
  );
});
