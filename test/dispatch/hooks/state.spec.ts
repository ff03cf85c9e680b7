import { NotFoundException } from '@nestjs/common';
import type { McpContext, McpHooks, RuntimeTool } from 'nest-mcp';
import { createBench } from '../../support/dispatcher-bench.js';
import { HeldTool } from '../../support/held-tool.js';
import { MemoryWire } from '../../support/memory-wire.js';
import { MODERN_REVISION } from '../../support/revisions.js';
import { settled } from '../../support/settled.js';

const LEGACY = '2025-11-25';

/** Writes to the state what its arguments are, and fails if they say so. */
const write: RuntimeTool = {
  name: 'write',
  input: { type: 'object', additionalProperties: true },
  handler: async ({ fail, ...values }: Record<string, unknown>, ctx: McpContext) => {
    for (const [key, value] of Object.entries(values)) ctx.state.set(key, value);
    await Promise.resolve();
    if (fail === true) throw new Error('no');
  },
};

async function setUp(hooks: McpHooks = {}, tools: readonly RuntimeTool[] = []) {
  const bench = await createBench({ hooks, tools: [write, ...tools] });
  const wire = await MemoryWire.openOn(bench, LEGACY);
  const [session] = bench.dispatcher.sessions.list();
  const call = (id: number, args: object, name = 'write') =>
    wire.request(id, 'tools/call', { name, arguments: args });
  return { bench, wire, call, state: () => session?.state };
}

describe('the state of a session', () => {
  it('is that of one session and no other', async () => {
    const { bench, call, state } = await setUp();
    const other = await MemoryWire.openOn(bench, LEGACY);

    await Promise.all([
      call(1, { owner: 'one' }),
      other.request(1, 'tools/call', { name: 'write', arguments: { owner: 'other' } }),
    ]);

    expect(state()).toEqual({ owner: 'one' });
    expect(bench.dispatcher.sessions.list()[1]?.state).toEqual({ owner: 'other' });
  });

  it('has everything that tools wrote which ran at the same time', async () => {
    const held = new HeldTool();
    const { call, state } = await setUp({}, [held.definition]);
    const running = [1, 2].map((id) => call(id, {}, 'held'));
    await settled();

    held.run(0).context.state.set('first', 1);
    held.run(1).context.state.set('second', 2);
    expect(held.run(1).context.state.get('first')).toBeUndefined();
    held.finishAll();
    await Promise.all(running);

    expect(state()).toEqual({ first: 1, second: 2 });
  });

  it('is what the later one wrote where two wrote the same', async () => {
    const held = new HeldTool();
    const { call, state } = await setUp({}, [held.definition]);
    const running = [1, 2].map((id) => call(id, {}, 'held'));
    await settled();

    for (const n of [0, 1]) held.run(n).context.state.set('winner', n);
    held.run(1).finish();
    await settled();
    held.run(0).finish();
    await Promise.all(running);

    expect(state()).toEqual({ winner: 0 });
  });

  it('has nothing of a tool that failed', async () => {
    const { call, state } = await setUp();

    await call(1, { kept: 1 });
    await call(2, { kept: 2, half: true, fail: true });

    expect(state()).toEqual({ kept: 1 });
  });

  it.each(['cancelled', 'over time', 'ended'] as const)(
    'has nothing of a tool that was %s, though it went on',
    async (how) => {
      const held = new HeldTool();
      const { bench, wire, call } = await setUp({}, [held.definition]);
      const [session] = bench.dispatcher.sessions.list();
      const running = call(1, {}, 'held');
      await settled();

      held.run().context.state.set('early', true);
      if (how === 'cancelled') await wire.cancel(1);
      else if (how === 'over time') bench.clock.advance(bench.limits.callbackTimeoutMs);
      else session?.stop();
      await running;
      held.run().context.state.set('late', true);
      held.run().finish();
      await settled();

      expect(session?.state).toEqual({});
    },
  );

  it('has nothing of a template that knew no such resource, and left it to another', async () => {
    const { bench, wire, state } = await setUp();
    await bench.registry.registerResourceTemplates([
      {
        name: 'specific',
        uriTemplate: 'shop://orders/{id}',
        handler: (_variables: never, ctx: McpContext) => {
          ctx.state.set('specific', true);
          throw new NotFoundException();
        },
      },
      {
        name: 'general',
        uriTemplate: 'shop://{+path}',
        handler: (_variables: never, ctx: McpContext) => {
          ctx.state.set('general', true);
          return 'text';
        },
      },
    ]);

    const [answer] = await wire.ask(1, 'resources/read', { uri: 'shop://orders/7' });

    expect(answer?.result.contents[0].text).toBe('text');
    expect(state()).toEqual({ general: true });
  });

  it.each([
    ['prompts/get', { name: 'draft', arguments: {} }],
    ['resources/read', { uri: 'shop://all' }],
    [
      'completion/complete',
      { ref: { type: 'ref/prompt', name: 'draft' }, argument: { name: 'tone', value: '' } },
    ],
  ])('has what %s wrote, unless it failed', async (method, params) => {
    let fails = true;
    const { bench, wire, state } = await setUp();
    const handler = (...args: readonly unknown[]) => {
      (args.at(-1) as McpContext).state.set('written', true);
      if (fails) throw new Error('no');
      return method === 'completion/complete' ? ['a'] : 'text';
    };
    const input = { type: 'object', properties: { tone: { type: 'string' } } };
    await bench.registry.registerPrompts([
      { name: 'draft', input, handler, complete: { tone: handler } },
    ]);
    await bench.registry.registerResources([{ name: 'all', uri: 'shop://all', handler }]);

    await wire.request(1, method, params);
    expect(state()).toEqual({});
    fails = false;
    await wire.request(2, method, params);
    expect(state()).toEqual({ written: true });
  });

  it('has what onRequest wrote, whoever serves the request, and whatever becomes of it', async () => {
    const { call, state } = await setUp({
      onRequest: ({ params }, ctx) => {
        const { arguments: args } = params as { arguments: { n: number } };
        ctx.state.set('seen', args.n);
        if (args.n === 3) throw new Error('no');
        return args.n === 2 ? { content: [] } : undefined;
      },
    });
    const seen = [];

    for (const args of [{ n: 0 }, { n: 1, fail: true }, { n: 2 }, { n: 3 }]) {
      await call(args.n + 1, args);
      seen.push(state());
    }

    expect(seen).toEqual([
      { seen: 0, n: 0 },
      { seen: 1, n: 0 },
      { seen: 2, n: 0 },
      { seen: 2, n: 0 },
    ]);
  });

  it('has what serverTools wrote, whatever becomes of the request', async () => {
    let count = 0;
    const { call, wire, state } = await setUp({
      serverTools: (tools, ctx) => {
        ctx.state.set('asked', ++count);
        return tools;
      },
    });

    await wire.request(1, 'tools/list');
    expect(state()).toEqual({ asked: 1 });
    await call(2, { half: true, fail: true });
    expect(state()).toEqual({ asked: 2 });
  });

  it('is seen by a later call as it is then, through a context that was kept', async () => {
    const contexts: McpContext[] = [];
    const { call, state } = await setUp({ onInit: (_info, ctx) => void contexts.push(ctx) });
    await call(1, { n: 1 });

    expect(contexts[0]?.state.get('n')).toBe(1);
    contexts[0]?.state.set('n', 2);
    await call(2, { other: true });

    expect(state()).toEqual({ n: 1, other: true });
  });
});

describe('the state of a request of 2026-07-28', () => {
  it.each([
    ['that succeeded', {}, { init: true, n: 1 }],
    ['that failed', { fail: true }, { init: true }],
  ])('%s is told to onTerminate as callbacks that succeeded left it', async (_how, more, left) => {
    const ends: unknown[] = [];
    const bench = await createBench({
      tools: [write],
      hooks: {
        onInit: (_info, ctx) => ctx.state.set('init', true),
        onTerminate: (_reason, ctx) => void ends.push(ctx.state.toObject()),
      },
    });
    const wire = await MemoryWire.openOn(bench, MODERN_REVISION);

    await wire.request(1, 'tools/call', { name: 'write', arguments: { n: 1, ...more } });
    await settled();

    expect(ends).toEqual([left]);
  });

  it('is gone with the next', async () => {
    const bench = await createBench({ tools: [write, showState] });
    const wire = await MemoryWire.openOn(bench, MODERN_REVISION);

    await wire.request(1, 'tools/call', { name: 'write', arguments: { n: 1 } });
    const [answer] = await wire.ask(2, 'tools/call', { name: 'show_state' });

    expect(answer?.result.content[0].text).toBe('{}');
  });

  it('is not changed by a method that was given up, while onTerminate looks at it', async () => {
    const ends: unknown[] = [];
    const held = new HeldTool();
    const bench = await createBench({
      tools: [held.definition],
      hooks: {
        onTerminate: async (_reason, ctx) => {
          held.run().context.state.set('late', true);
          await settled();
          ends.push(ctx.state.toObject());
        },
      },
    });
    const wire = await MemoryWire.openOn(bench, MODERN_REVISION);
    const running = wire.request(1, 'tools/call', { name: 'held' });
    await settled();
    held.run().context.state.set('early', true);

    await wire.cancel(1);
    await running;
    held.finishAll();
    await settled();
    await settled();

    expect(ends).toEqual([{}]);
  });
});

const showState: RuntimeTool = {
  name: 'show_state',
  handler: (_args: never, ctx: McpContext) => ctx.state.toObject(),
};
