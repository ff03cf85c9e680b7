import { jest } from '@jest/globals';
import * as fc from 'fast-check';
import { revision20251125 } from '../protocol/revisions/revision-2025-11-25.js';
import { revision20260728 } from '../protocol/revisions/revision-2026-07-28.js';
import type { ListEntry } from '../registry/list-entries.js';
import type { PageRequest } from './list-pages.js';
import { ListPages } from './list-pages.js';
import { ResultEncoder } from './result-encoder.js';

interface Page {
  readonly tools: readonly { readonly name: string }[];
  readonly nextCursor?: string;
}

const identity = {
  info: { name: 'shop', version: '1' },
  instructions: undefined,
  capabilities: new Map(),
};
const entry = (name: string): ListEntry => ({ key: name, value: { name } });

/** A list of these names, in pages of this size. */
const listOf = (names: readonly string[], pageSize?: number) =>
  listOfEntries(names.map(entry), pageSize);

function listOfEntries(entries: readonly ListEntry[], pageSize?: number) {
  const encoder = new ResultEncoder(identity, {}, () => false);
  const complete = jest.spyOn(encoder, 'complete');
  const pages = new ListPages('tools/list', 'tools', encoder, pageSize);
  const requestOf = (given: Partial<PageRequest> = {}): PageRequest => ({
    revision: revision20251125,
    cursor: undefined,
    principalKey: undefined,
    audience: '',
    ...given,
  });
  return {
    /** How many pages were made anew. */
    written: () => complete.mock.calls.length,
    find: (given: Partial<PageRequest> = {}, version = 1) => pages.find(requestOf(given), version),
    write: (given: Partial<PageRequest> = {}, version = 1) =>
      pages.write(requestOf(given), entries, version),
  };
}

type List = ReturnType<typeof listOf>;

const read = (list: List, cursor?: string) => JSON.parse(list.write({ cursor }).json) as Page;

function readAll(list: List): Page[] {
  const pages = [read(list)];
  for (let next = pages[0]?.nextCursor; next !== undefined; next = pages.at(-1)?.nextCursor) {
    pages.push(read(list, next));
  }
  return pages;
}

const namesOf = (pages: readonly Page[]) => pages.map(({ tools }) => tools.map(({ name }) => name));

describe('a list', () => {
  it('is sent whole when it is empty', () => {
    expect(read(listOf([]))).toEqual({ tools: [] });
  });

  it('is sent at once without a page size', () => {
    expect(namesOf(readAll(listOf(['a', 'b', 'c'])))).toEqual([['a', 'b', 'c']]);
  });

  it.each([
    ['one entry to a page', ['a', 'b'], 1, [['a'], ['b']]],
    [
      'pages that come out even',
      ['a', 'b', 'c', 'd'],
      2,
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['one entry past the last full page', ['a', 'b', 'c'], 2, [['a', 'b'], ['c']]],
    ['a page larger than the list', ['a'], 2, [['a']]],
    ['a page as large as the list', ['a', 'b'], 2, [['a', 'b']]],
    ['pages of an empty list', [], 2, [[]]],
  ])('is sent in %s', (_what, names, pageSize, expected) => {
    expect(namesOf(readAll(listOf(names, pageSize)))).toEqual(expected);
  });

  it('is sent in pages of the size that is asked for, where one is', () => {
    const list = listOf(['a', 'b', 'c'], 2);
    const { tools, nextCursor } = JSON.parse(list.write({ pageSize: 1 }).json) as Page;

    expect(tools).toEqual([{ name: 'a' }]);
    expect(namesOf([read(list, nextCursor)])).toEqual([['b', 'c']]);
  });

  it('is sent once and in order, whatever the names and the size of a page', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ unit: 'binary' })),
        fc.integer({ min: 1, max: 5 }),
        (names, pageSize) => {
          const pages = namesOf(readAll(listOf(names, pageSize)));

          expect(pages.flat()).toEqual(names);
          for (const page of pages.slice(0, -1)) expect(page).toHaveLength(pageSize);
        },
      ),
    );
  });
});

describe('a cursor of a list', () => {
  it('is nothing but what the list gave', () => {
    const list = listOf(['a', 'b', 'c'], 1);
    const given = new Set<unknown>(readAll(list).map(({ nextCursor }) => nextCursor));

    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), fc.jsonValue()), (cursor) => {
        fc.pre(!given.has(cursor));

        expect(() => list.write({ cursor })).toThrow(expect.objectContaining({ code: -32602 }));
      }),
    );
  });

  it('is refused when its entry is not there', () => {
    const { nextCursor } = read(listOf(['a', 'gone', 'z'], 2));

    expect(() => read(listOf(['a', 'z'], 2), nextCursor)).toThrow(
      expect.objectContaining({ code: -32602, message: expect.stringContaining('tools/list') }),
    );
  });

  it('is refused when its entry moved to another place of the list', () => {
    const before = [entry('["a","u:1"]'), entry('["b","u:2"]')];
    const after = [entry('["b","u:2"]'), entry('["z","u:1"]')];
    const { nextCursor } = JSON.parse(listOfEntries(before, 1).write().json) as Page;

    expect(() => listOfEntries(after, 1).write({ cursor: nextCursor })).toThrow(
      expect.objectContaining({ code: -32602 }),
    );
  });

  it('is refused for another principal, though both see the same list', () => {
    const list = listOf(['a', 'b', 'c'], 1);
    const { nextCursor } = JSON.parse(list.write({ principalKey: 'ann' }).json) as Page;
    list.find();
    list.write({ principalKey: 'ann', cursor: nextCursor });

    for (const principalKey of ['bob', undefined]) {
      const foreign = { principalKey, cursor: nextCursor };
      expect(() => list.find(foreign)).toThrow(expect.objectContaining({ code: -32602 }));
      expect(() => list.write(foreign)).toThrow(expect.objectContaining({ code: -32602 }));
    }
  });

  it('is understood by another process with the same entries', () => {
    const { nextCursor } = read(listOf(['a', 'b', 'c'], 2));

    expect(namesOf([read(listOf(['a', 'b', 'c'], 2), nextCursor)])).toEqual([['c']]);
  });
});

describe('a page that was written', () => {
  it('is found again, as the very same text', () => {
    const list = listOf(['a']);
    list.find();
    const page = list.write();

    expect(list.find()).toBe(page);
  });

  it.each<[string, Partial<PageRequest>]>([
    ['revision', { revision: revision20260728 }],
    ['audience', { audience: 'staff' }],
    ['size', { pageSize: 2 }],
    ['hint', { hint: { ttlMs: 1, cacheScope: 'private' } }],
  ])('is not found for another %s', (_what, other) => {
    const list = listOf(['a']);
    list.find();
    list.write();

    expect(list.find(other)).toBeUndefined();
  });

  it('is not found once the catalogue has changed, nor when it changes back', () => {
    const list = listOf(['a']);
    list.find();
    list.write();

    expect([list.find({}, 2), list.find({}, 1)]).toEqual([undefined, undefined]);
  });

  it('from an older catalogue than the one last asked about is not kept', () => {
    const list = listOf(['a']);
    list.find({}, 2);
    list.write({}, 1);

    expect(list.find({}, 2)).toBeUndefined();
  });

  it('for nobody in particular is not kept', () => {
    const list = listOf(['a']);
    list.find();
    list.write({ audience: undefined });

    expect(list.find({ audience: undefined })).toBeUndefined();
  });

  it('is not found at another position', () => {
    const list = listOf(['a', 'b', 'c'], 1);
    list.find();
    const { nextCursor } = read(list);

    expect(list.find({ cursor: nextCursor })).toBeUndefined();
    list.write({ cursor: nextCursor });
    expect(list.find({ cursor: nextCursor })).toBeDefined();
  });

  it('is written once for all principals of an audience, each with a cursor of their own', () => {
    const list = listOf(['a', 'b'], 1);
    list.find();
    const cursors = ['ann', 'bob'].map((principalKey) => {
      const page = list.find({ principalKey }) ?? list.write({ principalKey });
      return (JSON.parse(page.json) as Page).nextCursor;
    });

    expect(new Set(cursors).size).toBe(2);
    expect(list.written()).toBe(1);
  });

  it('makes room for other pages of its audience when there are many', () => {
    const list = listOf(['a']);
    list.find();
    for (let pageSize = 1; pageSize <= 1025; pageSize++) list.write({ pageSize });

    expect(list.find({ pageSize: 1 })).toBeUndefined();
    expect(list.find({ pageSize: 2 })).toBeDefined();
    expect(list.find({ pageSize: 1025 })).toBeDefined();
  });

  it('makes room for those of other audiences when there are many', () => {
    const list = listOf(['a']);
    list.find();
    for (let count = 0; count <= 256; count++) list.write({ audience: `${count}` });

    expect(list.find({ audience: '0' })).toBeUndefined();
    expect(list.find({ audience: '1' })).toBeDefined();
    expect(list.find({ audience: '256' })).toBeDefined();
  });
});
