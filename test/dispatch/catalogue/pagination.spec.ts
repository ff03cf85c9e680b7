import * as fc from 'fast-check';
import type { McpRegistry } from 'nest-mcp';
import type { JsonObject } from '../../../src/protocol/json.js';
import type { BenchOptions } from '../../support/dispatcher-bench.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { ModernPeer } from '../../support/modern-peer.js';
import type { RuntimeKind } from '../../support/runtime-kinds.js';
import { RUNTIME_KINDS } from '../../support/runtime-kinds.js';

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

interface Page {
  readonly keys: readonly string[];
  readonly nextCursor?: string;
}

async function setUp(kind: RuntimeKind, pageSize: number | undefined, options: BenchOptions = {}) {
  const bench = await createBench({ ...options, limits: { pageSize } });
  const ask = (cursor?: unknown, principalKey?: string, method = kind.method) =>
    new ModernPeer(bench, { principalKey }).ask(method, {
      ...(cursor !== undefined && { cursor }),
    });
  const read = async (cursor?: string, principalKey?: string): Promise<Page | undefined> => {
    const reply = await ask(cursor, principalKey);
    if (reply === null || !('result' in reply)) return undefined;
    const entries = reply.result[kind.list] as readonly JsonObject[];
    return {
      keys: entries.map((entry) => String(entry[kind.key])),
      nextCursor: reply.result.nextCursor as string | undefined,
    };
  };
  return { registry: bench.registry, ask, read };
}

/** Reads page after page; `undefined` in place of a page whose cursor was refused. */
async function readAll(
  read: (cursor?: string) => Promise<Page | undefined>,
  between: (turn: number) => Promise<void> = () => Promise.resolve(),
): Promise<(Page | undefined)[]> {
  const pages = [await read()];
  for (let turn = 0; pages.at(-1)?.nextCursor !== undefined; turn++) {
    await between(turn);
    pages.push(await read(pages.at(-1)?.nextCursor));
  }
  return pages;
}

describe.each(RUNTIME_KINDS)('pages of $method', (kind) => {
  const keysOf = (names: readonly string[]) => names.map((name) => kind.keyOf(name));

  it.each(Array.from({ length: NAMES.length + 1 }, (_none, index) => index + 1))(
    'of %i entries are the whole list together',
    async (pageSize) => {
      const { registry, read } = await setUp(kind, pageSize);
      await kind.register(registry, NAMES.toReversed());
      const pages = await readAll(read);

      expect(pages.flatMap((page) => page?.keys ?? [])).toEqual(keysOf(NAMES));
      expect(pages).toHaveLength(Math.ceil(NAMES.length / pageSize));
    },
  );

  it('are one page without a page size, also with a single entry', async () => {
    const { registry, read } = await setUp(kind, undefined);
    expect(await readAll(read)).toEqual([{ keys: [] }]);
    await kind.register(registry, ['a']);

    expect(await readAll(read)).toEqual([{ keys: keysOf(['a']) }]);
  });

  it('neither repeat nor lose what is not touched while others come and go', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.subarray(NAMES),
        fc.integer({ min: 1, max: 4 }),
        fc.array(
          fc.array(fc.record({ name: fc.constantFrom(...NAMES), isAdded: fc.boolean() }), {
            maxLength: 3,
          }),
          { maxLength: 8 },
        ),
        async (start, pageSize, turns) => {
          const { registry, read } = await setUp(kind, pageSize);
          await kind.register(registry, start);
          const touched = new Set<string>();
          const pages = await readAll(read, async (turn) => {
            for (const { name, isAdded } of turns[turn] ?? []) {
              touched.add(name);
              await change(kind, registry, name, isAdded);
            }
          });
          const seen = pages.flatMap((page) => page?.keys ?? []);
          const untouched = keysOf(start.filter((name) => !touched.has(name)));
          const isWhole = pages.at(-1) !== undefined;

          // Whatever happens, a listing never goes back.
          expect(seen).toEqual([...new Set(seen)].toSorted());
          // It is cut short only where the entry it would go on from came or went.
          expect(isWhole || keysOf([...touched]).includes(seen.at(-1) ?? '')).toBe(true);
          const kept = seen.filter((key) => untouched.includes(key));
          expect(kept).toEqual(isWhole ? untouched : untouched.slice(0, kept.length));
        },
      ),
      { numRuns: 60 },
    );
  }, 30_000);

  it('go on behind an entry that was replaced', async () => {
    const { registry, read } = await setUp(kind, 2);
    await kind.register(registry, ['a', 'b', 'c']);
    const first = await read();
    await kind.register(registry, ['b'], 'new');

    expect(await read(first?.nextCursor)).toEqual({ keys: keysOf(['c']) });
  });

  const REFUSED = { error: { code: -32602, message: expect.stringContaining('cursor') } };

  it('do not go on behind an entry that is gone', async () => {
    const { registry, read, ask } = await setUp(kind, 2);
    await kind.register(registry, ['a', 'b', 'c']);
    const first = await read();
    await kind.unregister(registry, ['b']);

    expect(await ask(first?.nextCursor)).toMatchObject(REFUSED);
  });

  it('do not go on for another principal', async () => {
    const { registry, read, ask } = await setUp(kind, 1);
    await kind.register(registry, ['a', 'b', 'c']);
    const first = await read(undefined, 'ann');

    expect(await read(first?.nextCursor, 'ann')).toMatchObject({ keys: keysOf(['b']) });
    for (const stranger of ['bob', undefined]) {
      expect(await ask(first?.nextCursor, stranger)).toMatchObject(REFUSED);
    }
  });

  it('do not go on with the cursor of another list', async () => {
    const { registry, read, ask } = await setUp(kind, 1);
    await Promise.all(RUNTIME_KINDS.map((one) => one.register(registry, ['a', 'b'])));
    const first = await read();
    const others = RUNTIME_KINDS.filter(({ method }) => method !== kind.method);

    for (const { method } of others) {
      expect(await ask(first?.nextCursor, undefined, method)).toMatchObject(REFUSED);
    }
  });

  it.each(['', 'a', 'W10', 'null', 7, null, {}, ['a']])(
    'do not go on with %p, with or without a page size',
    async (cursor) => {
      for (const pageSize of [1, undefined]) {
        const { registry, ask } = await setUp(kind, pageSize);
        await kind.register(registry, ['a', 'b']);

        expect(await ask(cursor)).toMatchObject({ error: { code: -32602 } });
      }
    },
  );
});

describe('pages of a list that a policy filters', () => {
  const authorizer = {
    authorize: () => ({ kind: 'allow' as const }),
    canList: (tool: { readonly name: string }) => !['b', 'c', 'e'].includes(tool.name),
    visibilityKey: () => 'all',
  };
  const [tools] = RUNTIME_KINDS as readonly [RuntimeKind];

  it('are full, for what is hidden takes no place', async () => {
    const { registry, read } = await setUp(tools, 1, { authorizer });
    await tools.register(registry, NAMES);
    const pages = await readAll(read);

    expect(pages.map((page) => page?.keys)).toEqual([['a'], ['d'], ['f'], ['g'], ['h']]);
  });

  it('do not show by a cursor what is hidden', async () => {
    const { registry, ask } = await setUp(tools, 1, { authorizer });
    await tools.register(registry, NAMES);
    const open = await setUp(tools, 1);
    await tools.register(open.registry, NAMES);
    const [first, second] = await readAll(open.read);

    expect(second?.keys).toEqual(['b']);
    expect(await ask(first?.nextCursor)).toMatchObject({ result: { tools: [{ name: 'd' }] } });
    expect(await ask(second?.nextCursor)).toMatchObject({ error: { code: -32602 } });
  });
});

const change = (
  kind: RuntimeKind,
  registry: McpRegistry,
  name: string,
  isAdded: boolean,
): Promise<void> => (isAdded ? kind.register(registry, [name]) : kind.unregister(registry, [name]));
