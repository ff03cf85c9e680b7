import * as fc from 'fast-check';
import type { Revision } from '../../protocol/revisions/revision.interface.js';
import { revision20251125 } from '../../protocol/revisions/revision-2025-11-25.js';
import { revision20260728 } from '../../protocol/revisions/revision-2026-07-28.js';
import { McpRegistry } from '../../registry/mcp-registry.js';
import type { MethodCall } from '../method-handler.interface.js';
import { ResultEncoder } from '../result-encoder.js';
import { LIST_METHODS, ListHandler } from './list.handler.js';

interface Page {
  readonly tools: readonly { readonly name: string }[];
  readonly nextCursor?: string;
}

const identity = {
  info: { name: 'shop', version: '1' },
  instructions: undefined,
  capabilities: new Set<never>(),
};

function listOf(names: Iterable<string>, pageSize?: number): ListHandler {
  const registry = new McpRegistry();
  for (const name of names) {
    registry.addTool({
      name,
      input: { json: { type: 'object' }, validate: (value) => ({ ok: true, value }) },
      handler: {
        place: name,
        interceptors: [],
        open: () => {
          throw new Error('a list calls nothing');
        },
      },
    });
  }
  return new ListHandler(LIST_METHODS[0]!, registry, new ResultEncoder(identity, {}), pageSize);
}

const ask = (handler: ListHandler, cursor?: unknown, revision: Revision = revision20251125) =>
  handler.handle({ params: { cursor }, context: { revision } } as unknown as MethodCall);

const read = (handler: ListHandler, cursor?: string): Page =>
  JSON.parse(ask(handler, cursor).json) as Page;

function readAll(handler: ListHandler): Page[] {
  const pages = [read(handler)];
  for (let next = pages[0]?.nextCursor; next !== undefined; next = pages.at(-1)?.nextCursor) {
    pages.push(read(handler, next));
  }
  return pages;
}

const namesOf = (pages: readonly Page[]) => pages.map(({ tools }) => tools.map(({ name }) => name));

describe('ListHandler', () => {
  it('sends an empty list whole', () => {
    expect(read(listOf([]))).toEqual({ tools: [] });
  });

  it('sends everything at once without a page size', () => {
    expect(namesOf(readAll(listOf(['b', 'a', 'c'])))).toEqual([['a', 'b', 'c']]);
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
  ])('sends %s', (_what, names, pageSize, expected) => {
    expect(namesOf(readAll(listOf(names, pageSize)))).toEqual(expected);
  });

  it('sends everything once and in order, whatever the names and the size of a page', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ unit: 'binary' })),
        fc.integer({ min: 1, max: 5 }),
        (names, pageSize) => {
          const pages = namesOf(readAll(listOf(names, pageSize)));

          expect(pages.flat()).toEqual(names.toSorted((a, b) => (a < b ? -1 : 1)));
          for (const page of pages.slice(0, -1)) expect(page).toHaveLength(pageSize);
        },
      ),
    );
  });

  it('takes nothing for a cursor but what it gave', () => {
    const handler = listOf(['a', 'b', 'c'], 1);
    const given = new Set<unknown>(readAll(handler).map(({ nextCursor }) => nextCursor));

    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), fc.jsonValue()), (cursor) => {
        fc.pre(!given.has(cursor));

        expect(() => ask(handler, cursor)).toThrow(expect.objectContaining({ code: -32602 }));
      }),
    );
  });

  it('refuses the cursor of an entry that is not there', () => {
    const { nextCursor } = read(listOf(['a', 'gone', 'z'], 2));

    expect(() => ask(listOf(['a', 'z'], 2), nextCursor)).toThrow(
      expect.objectContaining({ code: -32602, message: expect.stringContaining('tools/list') }),
    );
  });

  it('gives cursors that another process with the same tools understands', () => {
    const { nextCursor } = read(listOf(['b', 'a', 'c'], 2));

    expect(namesOf([read(listOf(['c', 'b', 'a'], 2), nextCursor)])).toEqual([['c']]);
  });

  it('writes a page once and sends the same text from then on', () => {
    const handler = listOf(['a', 'b', 'c'], 2);
    const first = ask(handler);
    const { nextCursor } = JSON.parse(first.json) as Page;
    const second = ask(handler, nextCursor);

    expect(ask(handler)).toBe(first);
    expect(ask(handler, nextCursor)).toBe(second);
    expect(second).not.toBe(first);
  });

  it('writes what a list that was never asked would write', () => {
    const handler = listOf(['a', 'b', 'c'], 2);
    ask(handler);

    expect(ask(handler).json).toBe(ask(listOf(['a', 'b', 'c'], 2)).json);
  });

  it('writes a page of its own for each revision', () => {
    const handler = listOf(['a']);

    expect(JSON.parse(ask(handler).json)).not.toHaveProperty('resultType');
    expect(JSON.parse(ask(handler, undefined, revision20260728).json)).toMatchObject({
      resultType: 'complete',
      ttlMs: 0,
      cacheScope: 'private',
    });
  });
});
