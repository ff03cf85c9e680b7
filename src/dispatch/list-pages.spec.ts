import * as fc from 'fast-check';
import { revision20251125 } from '../protocol/revisions/revision-2025-11-25.js';
import { revision20260728 } from '../protocol/revisions/revision-2026-07-28.js';
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
const encoder = new ResultEncoder(identity, {}, () => false);

/** A list of these names, in pages of this size. */
function listOf(names: readonly string[], pageSize?: number) {
  const pages = new ListPages('tools/list', 'tools', encoder, pageSize);
  const entries = names.map((name) => ({ key: name, value: { name } }));
  const requestOf = (given: Partial<PageRequest> = {}): PageRequest => ({
    revision: revision20251125,
    cursor: undefined,
    audience: '',
    ...given,
  });
  return {
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
    ['position', { cursor: 'x' }],
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

  it('makes room for those of other audiences when there are many', () => {
    const list = listOf(['a']);
    list.find();
    for (let count = 0; count <= 256; count++) list.write({ audience: `${count}` });

    expect(list.find({ audience: '0' })).toBeUndefined();
    expect(list.find({ audience: '1' })).toBeDefined();
    expect(list.find({ audience: '256' })).toBeDefined();
  });
});
