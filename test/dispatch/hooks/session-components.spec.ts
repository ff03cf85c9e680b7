import type { McpContext, McpHooks, McpModuleOptions, RuntimeTool } from 'nest-mcp';
import { createBench } from '../../support/dispatcher-bench.js';
import { MemoryWire } from '../../support/memory-wire.js';
import { MODERN_REVISION } from '../../support/revisions.js';
import { settled } from '../../support/settled.js';

const tool = (name: string, text = name): RuntimeTool => ({ name, handler: () => text });
const names = (messages: readonly Record<string, any>[], list = 'tools') =>
  ((messages.at(-1)?.result[list] ?? []) as { name: string }[]).map(({ name }) => name);
const INITIALIZED = { jsonrpc: '2.0', method: 'notifications/initialized' };

describe('what only one session is offered', () => {
  const open = async (
    hooks: McpHooks = {},
    capabilities: McpModuleOptions['capabilities'] = undefined,
  ) => {
    const bench = await createBench({ hooks, capabilities, tools: [tool('common')] });
    const [one, other] = [
      await MemoryWire.openOn(bench, '2025-11-25'),
      await MemoryWire.openOn(bench, '2025-11-25'),
    ];
    const [session] = bench.dispatcher.sessions.list();
    return { bench, one, other, session: session! };
  };

  it('is listed and called there, and nowhere else', async () => {
    const { one, other, session } = await open();
    await session.components.registerTools([tool('mine')]);

    expect(names(await one.ask(1, 'tools/list'))).toEqual(['common', 'mine']);
    expect((await one.ask(2, 'tools/call', { name: 'mine' }))[0]?.result.content[0].text).toBe(
      'mine',
    );
    expect(names(await other.ask(1, 'tools/list'))).toEqual(['common']);
    expect((await other.ask(2, 'tools/call', { name: 'mine' }))[0]?.error.message).toContain(
      'Tool not found',
    );
  });

  it('stands before what everybody is offered', async () => {
    const { one, other, session } = await open();
    await session.components.registerTools([tool('common', 'of this session')]);
    const call = async (wire: MemoryWire) =>
      (await wire.ask(1, 'tools/call', { name: 'common' }))[0]?.result.content[0].text;

    expect([await call(one), await call(other)]).toEqual(['of this session', 'common']);
  });

  it('may be resources, templates and prompts too', async () => {
    const { one, session } = await open();
    await session.components.registerResources([
      { name: 'r', uri: 'own://r', handler: () => 'text of r' },
    ]);
    await session.components.registerResourceTemplates([
      {
        name: 't',
        uriTemplate: 'own://t/{id}',
        handler: ({ id }: never) => `text of ${String(id)}`,
      },
    ]);
    await session.components.registerPrompts([{ name: 'p', handler: () => 'say p' }]);

    expect(names(await one.ask(1, 'resources/list'), 'resources')).toEqual(['r']);
    expect(names(await one.ask(2, 'resources/templates/list'), 'resourceTemplates')).toEqual(['t']);
    expect(names(await one.ask(3, 'prompts/list'), 'prompts')).toEqual(['p']);
    const read = async (uri: string) =>
      (await one.ask(4, 'resources/read', { uri })).at(-1)?.result.contents[0].text;
    expect([await read('own://r'), await read('own://t/7')]).toEqual(['text of r', 'text of 7']);
    expect(
      (await one.ask(5, 'prompts/get', { name: 'p' }))[0]?.result.messages[0].content.text,
    ).toBe('say p');
  });

  it('is told of to this session alone, once for what changes in one go', async () => {
    const { one, other, session } = await open();
    for (const wire of [one, other]) await wire.send(INITIALIZED);
    for (const wire of [one, other]) wire.received.length = 0;

    await Promise.all([
      session.components.registerTools([tool('a'), tool('b')]),
      session.components.registerTools([tool('c')]),
      session.components.registerResourceTemplates([
        { name: 't', uriTemplate: 'own://t/{id}', handler: () => 'x' },
      ]),
    ]);
    await settled();

    expect(one.received.map(({ method }) => method as string).toSorted()).toEqual([
      'notifications/resources/list_changed',
      'notifications/tools/list_changed',
    ]);
    expect(other.received).toEqual([]);
  });

  it.each(['tools', 'prompts', 'resources'] as const)(
    'is not told of where changes of %s are not declared',
    async (list) => {
      const { one, session } = await open({}, { [list]: { listChanged: false } });
      await one.send(INITIALIZED);
      await session.components.registerTools([tool('a')]);
      await session.components.registerPrompts([{ name: 'p', handler: () => 'x' }]);
      await session.components.registerResources([
        { name: 'r', uri: 'own://r', handler: () => 'x' },
      ]);
      await settled();

      expect(one.received.map(({ method }) => method as string)).toEqual(
        ['tools', 'prompts', 'resources']
          .filter((other) => other !== list)
          .map((other) => `notifications/${other}/list_changed`),
      );
    },
  );

  it('is told of after notifications/initialized at the earliest', async () => {
    const { one, session } = await open();
    await session.components.registerTools([tool('a')]);
    await settled();
    expect(one.received).toEqual([]);

    await one.send(INITIALIZED);

    expect(one.received.map(({ method }) => method)).toEqual(['notifications/tools/list_changed']);
  });

  it('can be looked at, apart from what everybody is offered, and be taken back as a whole', async () => {
    const { one, session } = await open();
    const { components } = session;
    await components.registerTools([tool('b'), tool('a')]);
    await components.registerPrompts([{ name: 'p', handler: () => 'say p' }]);
    const shown = [components.tools, components.prompts].map((all) => all.map(({ name }) => name));

    await components.unregisterTools(components.tools.map(({ name }) => name));

    expect(shown).toEqual([['a', 'b'], ['p']]);
    expect([components.tools, components.prompts.length]).toEqual([[], 1]);
    expect(names(await one.ask(1, 'tools/list'))).toEqual(['common']);
  });

  it('can be taken back', async () => {
    const { one, session } = await open();
    await session.components.registerTools([tool('mine')]);

    await session.components.unregisterTools(['mine']);

    expect(names(await one.ask(1, 'tools/list'))).toEqual(['common']);
  });

  it('follows changes of what everybody is offered', async () => {
    const { bench, one, session } = await open();
    await session.components.registerTools([tool('mine')]);
    await one.request(1, 'tools/list');

    await bench.register([tool('late')]);

    expect(names(await one.ask(2, 'tools/list'))).toEqual(['common', 'late', 'mine']);
  });

  it('can be registered by a tool', async () => {
    const { bench, one } = await open();
    await bench.register([
      {
        name: 'unlock',
        handler: async (_args: never, ctx: McpContext) => {
          await ctx.components.registerTools([tool('secret_door')]);
        },
      },
    ]);

    await one.request(1, 'tools/call', { name: 'unlock' });

    expect(names(await one.ask(2, 'tools/list'))).toContain('secret_door');
  });
});

describe('what only one request of 2026-07-28 is offered', () => {
  it('is what onInit registers for it', async () => {
    const bench = await createBench({
      tools: [tool('common')],
      hooks: { onInit: (_info, ctx) => ctx.components.registerTools([tool('mine')]) },
    });
    const wire = await MemoryWire.openOn(bench, MODERN_REVISION);

    expect(names(await wire.ask(1, 'tools/list'))).toEqual(['common', 'mine']);
    expect((await wire.ask(2, 'tools/call', { name: 'mine' }))[0]?.result.content[0].text).toBe(
      'mine',
    );
    expect(bench.registry.tools.map(({ name }) => name)).toEqual(['common']);
  });

  it.each([
    ['tools/list', {}],
    ['prompts/list', {}],
    ['resources/list', {}],
    ['resources/templates/list', {}],
    ['resources/read', { uri: 'own://r' }],
  ])('is not kept for others by caches: %s', async (method, params) => {
    const hint = { ttlMs: 5_000, cacheScope: 'public' } as const;
    let isOwn = false;
    const bench = await createBench({
      cacheHints: { [method]: hint },
      hooks: {
        onInit: async (_info, ctx) => {
          if (isOwn) await ctx.components.registerTools([tool('mine')]);
        },
      },
    });
    const resource = { name: 'r', uri: 'own://r', handler: () => 'text of r' };
    await bench.registry.registerResources([resource]);
    const wire = await MemoryWire.openOn(bench, MODERN_REVISION);

    const [shared] = await wire.ask(1, method, params);
    isOwn = true;
    const [own] = await wire.ask(2, method, params);

    expect(shared?.result).toMatchObject(hint);
    expect(own?.result).toMatchObject({ ...hint, cacheScope: 'private' });
  });

  it('honours the time and the output of a tool of its own', async () => {
    const output = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
    const bench = await createBench({
      hooks: {
        onInit: (_info, ctx) =>
          ctx.components.registerTools([
            { name: 'slow', timeoutMs: 10, handler: () => new Promise<never>(() => undefined) },
            { name: 'wrong', output, handler: () => ({ n: 'text' }) },
          ]),
      },
    });
    const wire = await MemoryWire.openOn(bench, MODERN_REVISION);

    const slow = wire.request(1, 'tools/call', { name: 'slow' });
    await settled();
    bench.clock.advance(10);
    await slow;
    await wire.request(2, 'tools/call', { name: 'wrong' });

    const texts = wire.received.map(({ result }) => result.content[0].text as string);
    expect(texts).toEqual([
      expect.stringContaining('callback_timeout'),
      'The result of wrong does not fit its output schema',
    ]);
  });
});
