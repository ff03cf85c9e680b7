import fc from 'fast-check';
import type { McpRecipient } from '../protocol/mcp-recipient.interface.js';
import type { RecipientOptions } from './recipient-selector.js';
import { readSelector, toPredicate } from './recipient-selector.js';

const recipient = (tags: McpRecipient['tags']): McpRecipient => ({
  id: 's',
  principalKey: undefined,
  tags,
  transport: 'http',
  protocolVersion: '2025-11-25',
});

describe('a selector of tags', () => {
  it.each([
    [{ tenant: 'a' }, { tenant: 'a' }, true],
    [{ tenant: 'a' }, { tenant: 'a', plan: 'free' }, true],
    [{ tenant: 'a', plan: 'free' }, { tenant: 'a' }, false],
    [{ tenant: 'a' }, { tenant: 'b' }, false],
    [{ tenant: 'a' }, {}, false],
    [{ constructor: 'a' }, {}, false],
    [{}, {}, true],
  ])('%j means whoever has %j: %s', (where, tags, isMeant) => {
    expect(toPredicate(where)(recipient(tags))).toBe(isMeant);
  });

  it('means exactly those who have all of them', () => {
    const tags = fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), fc.constantFrom('1', '2'));
    fc.assert(
      fc.property(tags, tags, (where, had) => {
        const isMeant = Object.keys(where).every(
          (name) => Object.hasOwn(had, name) && had[name] === where[name],
        );
        expect(toPredicate(where)(recipient(had))).toBe(isMeant);
      }),
    );
  });
});

describe('what is said to whom', () => {
  it('is said to everybody without a selector', () => {
    expect(readSelector({})).toBeUndefined();
  });

  it('is said to nobody by mistake', () => {
    for (const where of [undefined, null, 'a', 1, ['a'], { tenant: undefined }]) {
      expect(() => readSelector({ where } as RecipientOptions)).toThrow(TypeError);
    }
  });

  it('is not changed by what becomes of the selector', () => {
    const where = { tenant: 'a' };
    const selector = readSelector({ where });
    where.tenant = 'b';

    expect(selector).toEqual({ tenant: 'a' });
  });
});
