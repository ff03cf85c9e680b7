import * as fc from 'fast-check';
import { createHash } from 'node:crypto';
import type { CursorOwner } from './cursor.js';
import { decodeCursor, encodeCursor } from './cursor.js';

const OWNER: CursorOwner = { method: 'tools/list', principalKey: 'ann' };

const DIGEST = createHash('sha256').update('["tools/list","ann"]').digest('base64url').slice(0, 22);
const written = (text: string) => Buffer.from(text).toString('base64url');

describe('a cursor', () => {
  it('is the digest of its owner and the key', () => {
    expect(encodeCursor(OWNER, 'a')).toBe(written(`["${DIGEST}","a"]`));
  });

  it('leads back to the key it was made of, whatever the key is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (key) => {
        expect(decodeCursor(OWNER, encodeCursor(OWNER, key))).toBe(key);
      }),
    );
  });

  it('is safe in addresses and headers', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (key) => {
        expect(encodeCursor(OWNER, key)).toMatch(/^[A-Za-z0-9_-]+$/);
      }),
    );
  });

  it('is one text per key: nothing else leads to it', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (key, other) => {
        const read = decodeCursor(OWNER, other);
        fc.pre(read !== undefined || other !== encodeCursor(OWNER, key));

        expect(read === undefined || encodeCursor(OWNER, read) === other).toBe(true);
      }),
    );
  });

  it('says nothing once a character of it was changed, or another text it was written', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.nat(),
        fc.constantFrom(...'AQgw_-=+/. '),
        (key, position, character) => {
          const cursor = encodeCursor(OWNER, key);
          const at = position % cursor.length;
          const changed = cursor.slice(0, at) + character + cursor.slice(at + 1);
          fc.pre(changed !== cursor);

          expect(decodeCursor(OWNER, changed)).not.toBe(key);
        },
      ),
    );
  });

  it.each(['prompts/list', 'tools/list ', ''])('of tools/list is none of "%s"', (method) => {
    expect(decodeCursor({ ...OWNER, method }, encodeCursor(OWNER, 'a'))).toBeUndefined();
  });

  it.each(['bob', 'ann ', '', undefined])('of one principal is none of "%s"', (principalKey) => {
    expect(decodeCursor({ ...OWNER, principalKey }, encodeCursor(OWNER, 'a'))).toBeUndefined();
  });

  it.each(['ann', '', 'null'])('of nobody in particular is none of "%s"', (principalKey) => {
    const nobody = { ...OWNER, principalKey: undefined };

    expect(decodeCursor(nobody, encodeCursor(nobody, 'a'))).toBe('a');
    expect(decodeCursor({ ...OWNER, principalKey }, encodeCursor(nobody, 'a'))).toBeUndefined();
  });

  it('does not show the key of the principal', () => {
    const cursor = encodeCursor({ ...OWNER, principalKey: 'ann@example.com' }, 'a');

    expect(Buffer.from(cursor, 'base64url').toString()).not.toContain('ann');
  });

  it.each([undefined, null, 7, {}, ['a']])('is not %p', (cursor) => {
    expect(decodeCursor(OWNER, cursor)).toBeUndefined();
  });

  it.each([
    ['an empty text', ''],
    ['text that is no base64', '***'],
    ['base64 of something else', Buffer.from('hello').toString('base64url')],
    ['a key alone', Buffer.from('"a"').toString('base64url')],
    ['a list that is too long', written(`["${DIGEST}","a",1]`)],
    ['a key that is no string', written(`["${DIGEST}",1]`)],
    ['a key under the name of the list', written('["tools/list","a"]')],
    ['padded base64', Buffer.from(`["${DIGEST}","ab"]`).toString('base64')],
    ['other JSON of the same', written(`["${DIGEST}", "a"]`)],
    ['a line break behind it', `${encodeCursor(OWNER, 'a')}\n`],
    ['a character that decoding skips', `${encodeCursor(OWNER, 'a')}!`],
  ])('is not %s', (_what, cursor) => {
    expect(decodeCursor(OWNER, cursor)).toBeUndefined();
  });
});
