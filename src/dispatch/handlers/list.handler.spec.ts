import { Logger } from '@nestjs/common';
import * as fc from 'fast-check';
import { callWith } from '../../../test/support/request-context.js';
import { Policy } from '../../authorization/policy.js';
import { revision20251125 } from '../../protocol/revisions/revision-2025-11-25.js';
import { revision20260728 } from '../../protocol/revisions/revision-2026-07-28.js';
import type { BoundHandler } from '../../registry/handlers/bound-handler.interface.js';
import { CallCatalogues } from '../catalogue/call-catalogues.js';
import { CatalogueStore } from '../../registry/catalogue-store.js';
import { parseUriTemplate } from '../../registry/uri-template/parse-uri-template.js';
import { EmptiedLists } from '../emptied-lists.js';
import type { PreparedResult } from '../prepared-result.js';
import { ResultEncoder } from '../result-encoder.js';
import { LIST_METHODS, ListHandler } from './list.handler.js';
import { ToolsListHandler } from './tools-list.handler.js';

type Entry = Record<string, unknown>;

interface List {
  readonly method: string;
  /** The member of the result that holds the entries, and the member of an entry that orders them. */
  readonly members: readonly [list: string, key: string];
  readonly nameOf?: (key: string) => string;
  add(catalogue: CatalogueStore, key: string): void;
}

const handlerAt = (place: string): BoundHandler => ({
  place,
  interceptors: [],
  open: () => {
    throw new Error('a list calls nothing');
  },
});

const LISTS: readonly List[] = [
  {
    method: 'tools/list',
    members: ['tools', 'name'],
    add: (catalogue, name) => {
      const input = {
        json: { type: 'object' },
        validate: (value: unknown) => ({ ok: true, value }) as const,
      };
      catalogue.add({ tools: [{ name, input, handler: handlerAt(name) }] });
    },
  },
  {
    method: 'resources/list',
    members: ['resources', 'uri'],
    add: (catalogue, uri) =>
      catalogue.add({ resources: [{ name: 'r', uri, handler: handlerAt(uri) }] }),
  },
  {
    method: 'resources/templates/list',
    members: ['resourceTemplates', 'uriTemplate'],
    nameOf: (key) => `shop://${key}/{id}`,
    add: (catalogue, key) =>
      catalogue.add({
        resourceTemplates: [
          {
            name: key,
            template: parseUriTemplate(key, 'a spec'),
            allowEncodedSlash: false,
            handler: handlerAt(key),
          },
        ],
      }),
  },
  {
    method: 'prompts/list',
    members: ['prompts', 'name'],
    add: (catalogue, name) =>
      catalogue.add({ prompts: [{ name, arguments: [], handler: handlerAt(name) }] }),
  },
];

const identity = {
  info: { name: 'shop', version: '1' },
  instructions: undefined,
  capabilities: new Map(),
};
const encoder = new ResultEncoder(identity, {}, () => false);
const policy = new Policy(undefined, 'configured', new Logger());

function setUp({ method, members, add, nameOf = (key) => key }: List, keys: readonly string[]) {
  const catalogue = new CatalogueStore();
  for (const key of keys) add(catalogue, nameOf(key));
  const catalogues = new CallCatalogues(catalogue, () => undefined);
  const plain = LIST_METHODS.find((list) => list.method === method);
  const handler = plain
    ? new ListHandler(plain, catalogues, encoder, 2)
    : new ToolsListHandler(catalogues, () => policy, encoder, 2, new EmptiedLists(new Logger()));
  const ask = (cursor?: unknown, revision = revision20251125) =>
    handler.handle(callWith(1, method, { cursor }, { revision })) as PreparedResult;
  const read = (cursor?: unknown) => {
    const page = JSON.parse(ask(cursor).json) as Entry;
    const entries = page[members[0]] as readonly Entry[];
    return { keys: entries.map((entry) => entry[members[1]]), nextCursor: page.nextCursor };
  };
  return { ask, read, nameOf };
}

describe.each(LISTS.map((list) => [list.method, list] as const))('%s', (_method, list) => {
  it('is the same pages in the same order, whatever the order things were added in', () => {
    const [one, other] = [setUp(list, ['b', 'a', 'c']), setUp(list, ['c', 'b', 'a'])];
    const { keys, nextCursor } = one.read();

    expect(keys).toEqual(['a', 'b'].map(one.nameOf));
    expect(other.read().keys).toEqual(keys);
    expect(other.read(nextCursor).keys).toEqual([one.nameOf('c')]);
  });

  it('writes a page once and sends the same text from then on', () => {
    const { ask, read } = setUp(list, ['a', 'b', 'c']);
    const first = ask();
    const { nextCursor } = read();
    const last = ask(nextCursor);

    expect(ask().json).toBe(first.json);
    expect(ask(nextCursor)).toBe(last);
  });

  it('writes what a list that was never asked would write', () => {
    const { ask } = setUp(list, ['a', 'b', 'c']);
    ask();

    expect(ask().json).toBe(setUp(list, ['a', 'b', 'c']).ask().json);
  });

  it('writes a page of its own for each revision', () => {
    const { ask } = setUp(list, ['a']);

    expect(JSON.parse(ask().json)).not.toHaveProperty('resultType');
    expect(JSON.parse(ask(undefined, revision20260728).json)).toMatchObject({
      resultType: 'complete',
      ttlMs: 0,
      cacheScope: 'private',
    });
  });

  it('refuses a cursor it did not give', () => {
    expect(() => setUp(list, ['a']).ask('x')).toThrow(
      expect.objectContaining({ code: -32602, message: expect.stringContaining(list.method) }),
    );
  });
});

describe('tools/list', () => {
  it('orders tools by their names, whatever those are', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ unit: 'binary' }), { maxLength: 2 }), (names) => {
        const sorted = names.toSorted((a, b) => (a < b ? -1 : 1));

        expect(setUp(LISTS[0]!, names).read().keys).toEqual(sorted);
      }),
    );
  });
});
