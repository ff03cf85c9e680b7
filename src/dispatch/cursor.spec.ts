import * as fc from 'fast-check';
import { decodeCursor, encodeCursor } from './cursor.js';

const METHOD = 'tools/list';

describe('a cursor', () => {
  it('leads back to the key it was made of, whatever the key is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (key) => {
        expect(decodeCursor(METHOD, encodeCursor(METHOD, key))).toBe(key);
      }),
    );
  });

  it('is safe in addresses and headers', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (key) => {
        expect(encodeCursor(METHOD, key)).toMatch(/^[A-Za-z0-9_-]+$/);
      }),
    );
  });

  it('is one text per key: nothing else leads to it', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (key, other) => {
        const read = decodeCursor(METHOD, other);
        fc.pre(read !== undefined || other !== encodeCursor(METHOD, key));

        expect(read === undefined || encodeCursor(METHOD, read) === other).toBe(true);
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
          const cursor = encodeCursor(METHOD, key);
          const at = position % cursor.length;
          const changed = cursor.slice(0, at) + character + cursor.slice(at + 1);
          fc.pre(changed !== cursor);

          expect(decodeCursor(METHOD, changed)).not.toBe(key);
        },
      ),
    );
  });

  it.each(['prompts/list', 'tools/list ', ''])('of tools/list is none of "%s"', (method) => {
    expect(decodeCursor(method, encodeCursor(METHOD, 'a'))).toBeUndefined();
  });

  it.each([
    ['an empty text', ''],
    ['text that is no base64', '***'],
    ['base64 of something else', Buffer.from('hello').toString('base64url')],
    ['a key alone', Buffer.from('"a"').toString('base64url')],
    ['a list that is too long', Buffer.from('["tools/list","a",1]').toString('base64url')],
    ['a key that is no string', Buffer.from('["tools/list",1]').toString('base64url')],
    ['padded base64', Buffer.from('["tools/list","ab"]').toString('base64')],
    ['other JSON of the same', Buffer.from('["tools/list", "a"]').toString('base64url')],
    ['a line break behind it', `${encodeCursor(METHOD, 'a')}\n`],
    ['a character that decoding skips', `${encodeCursor(METHOD, 'a')}!`],
  ])('is not %s', (_what, cursor) => {
    expect(decodeCursor(METHOD, cursor)).toBeUndefined();
  });
});
