import type { McpContext } from 'nest-mcp';
import { createBench } from '../../support/dispatcher-bench.js';
import { MemoryWire } from '../../support/memory-wire.js';
import { MODERN_REVISION } from '../../support/revisions.js';

const ERAS = ['2025-11-25', MODERN_REVISION] as const;
const tools = ['a', 'b', 'c'].map((name) => ({ name, handler: () => name }));
const prompts = ['p', 'q', 'r'].map((name) => ({ name, handler: () => name }));

describe.each(ERAS)('the page size of a session, in %s', (version) => {
  const open = async (size: number | undefined, limit?: number) => {
    const onInit = (_info: unknown, ctx: McpContext) => ctx.setPageSize(size);
    const bench = await createBench({ tools, hooks: { onInit }, limits: { pageSize: limit } });
    await bench.registry.registerPrompts(prompts);
    return MemoryWire.openOn(bench, version);
  };

  it.each([
    ['tools/list', 'tools'],
    ['prompts/list', 'prompts'],
  ])('is that of %s', async (method, list) => {
    const wire = await open(2);

    const [first] = await wire.ask(1, method);
    const [second] = await wire.ask(2, method, { cursor: first?.result.nextCursor });

    expect([first, second].map((page) => page?.result[list].length as number)).toEqual([2, 1]);
    expect(second?.result.nextCursor).toBeUndefined();
  });

  it('wins over the limit, which it goes back to', async () => {
    const [narrow] = await (await open(1, 2)).ask(1, 'tools/list');
    const [plain] = await (await open(undefined, 2)).ask(1, 'tools/list');

    expect([narrow, plain].map((page) => page?.result.tools.length as number)).toEqual([1, 2]);
  });
});

it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
  'a page of %d is refused',
  async (size) => {
    const thrown: unknown[] = [];
    const bench = await createBench({
      hooks: {
        onInit: (_info, ctx) => {
          try {
            ctx.setPageSize(size);
          } catch (error) {
            thrown.push(error);
          }
        },
      },
    });
    await MemoryWire.openOn(bench, '2025-11-25');

    expect(thrown).toEqual([expect.any(RangeError)]);
  },
);
