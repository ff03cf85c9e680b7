import type { McpContext } from 'nest-mcp';
import { MissingCapabilityException } from '../../../src/dispatch/input-requests/missing-capability.exception.js';
import { askingTool, sampled, value, VALUE_FORM } from '../../support/asking-tool.js';
import { questionOf } from '../../support/conversation.js';
import { DirectPeer, said } from '../../support/direct-peer.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { ModernPeer } from '../../support/modern-peer.js';
import { settled } from '../../support/settled.js';

const USER = { role: 'user', content: { type: 'text', text: 'hi' } } as const;

const KINDS: Readonly<Record<string, (ctx: McpContext) => Promise<unknown>>> = {
  form: (ctx) => value(ctx, 'a'),
  url: (ctx) => ctx.elicitUrl({ message: 'u', url: 'https://shop.example' }),
  sampling: (ctx) => sampled(ctx, 's'),
  tools: (ctx) =>
    ctx.sample({
      messages: [USER],
      maxTokens: 1,
      tools: [{ name: 't', inputSchema: { type: 'object' } }],
    }),
  choice: (ctx) => ctx.sample({ messages: [USER], maxTokens: 1, toolChoice: { mode: 'none' } }),
  context: (ctx) => ctx.sample({ messages: [USER], maxTokens: 1, includeContext: 'thisServer' }),
  none: (ctx) => ctx.sample({ messages: [USER], maxTokens: 1, includeContext: 'none' }),
  roots: (ctx) => ctx.listRoots(),
};

/** What a client declares, the revision it speaks, and which kinds it can then be asked for. */
const TABLE: readonly [capabilities: object, revision: string, kinds: string][] = [
  [{}, '2025-11-25', ''],
  [{ elicitation: {} }, '2025-11-25', 'form'],
  [{ elicitation: { form: {} } }, '2025-11-25', 'form'],
  [{ elicitation: { url: {} } }, '2025-11-25', 'url'],
  [{ elicitation: { form: {}, url: {} } }, '2025-11-25', 'form url'],
  [{ elicitation: true }, '2025-11-25', ''],
  [{ elicitation: { url: true } }, '2025-11-25', ''],
  [{ sampling: {} }, '2025-11-25', 'sampling none'],
  [{ sampling: { tools: {} } }, '2025-11-25', 'sampling tools choice none'],
  [{ sampling: { context: {} } }, '2025-11-25', 'sampling context none'],
  [{ sampling: null }, '2025-11-25', ''],
  [{ roots: {} }, '2025-11-25', 'roots'],
  [{ roots: { listChanged: true } }, '2025-11-25', 'roots'],
  [{ roots: [] }, '2025-11-25', ''],
  [{ elicitation: {}, sampling: {}, roots: {} }, '2025-06-18', 'form sampling context none roots'],
  [{ elicitation: { form: {}, url: {} } }, '2025-06-18', 'form'],
  [{ sampling: { tools: {} } }, '2025-06-18', 'sampling context none'],
  [{ elicitation: {}, sampling: {} }, '2025-03-26', 'sampling context none'],
  [{ elicitation: {}, roots: {} }, '2024-11-05', 'roots'],
  [{}, '2026-07-28', ''],
  [{ elicitation: {} }, '2026-07-28', 'form'],
  [{ elicitation: { url: {} } }, '2026-07-28', 'url'],
  [{ sampling: {} }, '2026-07-28', 'sampling none'],
  [{ sampling: { tools: {}, context: {} } }, '2026-07-28', 'sampling tools choice context none'],
  [{ roots: {} }, '2026-07-28', 'roots'],
];

const tools = Object.entries(KINDS).map(([name, ask]) => askingTool(ask, { name }));

describe('a client with these capabilities', () => {
  it.each(TABLE)('%j, in %s, can be asked for: %s', async (capabilities, revision, kinds) => {
    const bench = await createBench({ tools });
    const asked = revision === '2026-07-28' ? askModern : askLegacy;

    const can = await asked(bench, capabilities, revision);

    expect(can.join(' ')).toBe(kinds);
  });
});

async function askModern(bench: Awaited<ReturnType<typeof createBench>>, capabilities: object) {
  const peer = new ModernPeer(bench, { capabilities });
  const can: string[] = [];
  for (const name of Object.keys(KINDS)) if (questionOf(await peer.call(name))) can.push(name);
  return can;
}

async function askLegacy(
  bench: Awaited<ReturnType<typeof createBench>>,
  capabilities: object,
  revision: string,
) {
  const peer = new DirectPeer(bench, 'a');
  peer.listen();
  await peer.initialize(capabilities, revision);
  const can: string[] = [];
  for (const name of Object.keys(KINDS)) {
    const before = peer.pushed.length;
    const call = peer.call(name);
    await settled();
    if (peer.pushed.length > before) can.push(name);
    call.cancel();
  }
  return can;
}

const modern = async (handler: (ctx: McpContext) => unknown, capabilities: object = {}) =>
  new ModernPeer(await createBench({ tools: [askingTool(handler)] }), { capabilities }).call('ask');

const PAGE = { message: 'u', url: 'https://shop.example' };

/** Through so many functions. */
const wrapped = async (ask: () => Promise<unknown>, depth: number): Promise<unknown> =>
  depth === 0 ? ask() : wrapped(ask, depth - 1);

const lacking = (requiredCapabilities: object) => ({
  error: {
    code: -32021,
    message: 'Missing required client capability',
    data: { requiredCapabilities },
  },
});

describe('a request of 2026-07-28 that lacks a capability', () => {
  it('is told all that is missing for what is asked at once', async () => {
    const reply = await modern((ctx) =>
      Promise.all([KINDS.form?.(ctx), KINDS.url?.(ctx), KINDS.tools?.(ctx), KINDS.roots?.(ctx)]),
    );

    expect(reply).toMatchObject(
      lacking({ elicitation: { form: {}, url: {} }, sampling: { tools: {} }, roots: {} }),
    );
  });

  it('is told only what is missing', async () => {
    const ask = (ctx: McpContext) => Promise.all([KINDS.form?.(ctx), KINDS.url?.(ctx)]);

    expect(await modern(ask, { elicitation: {} })).toMatchObject(
      lacking({ elicitation: { url: {} } }),
    );
  });

  it.each<[string, (ctx: McpContext) => readonly Promise<unknown>[]]>([
    ['first', (ctx) => [ctx.listRoots(), ctx.elicit('a', VALUE_FORM)]],
    ['last', (ctx) => [ctx.elicit('a', VALUE_FORM), ctx.listRoots()]],
    ['deep in services', (ctx) => [ctx.elicit('a', VALUE_FORM), wrapped(() => ctx.listRoots(), 8)]],
    ['slow to prepare', (ctx) => [value(ctx, 'a'), ctx.elicitUrl(PAGE), ctx.listRoots()]],
  ])('is told before anybody is asked in vain, with what is missing %s', async (_where, ask) => {
    const reply = await modern((ctx) => Promise.all(ask(ctx)), {
      elicitation: { form: {}, url: {} },
    });

    expect(reply).toMatchObject(lacking({ roots: {} }));
  });

  it('is told of a form before it is asked for roots', async () => {
    const ask = (ctx: McpContext) => Promise.all([ctx.listRoots(), ctx.elicit('a', VALUE_FORM)]);

    expect(await modern(ask, { roots: {} })).toMatchObject(lacking({ elicitation: { form: {} } }));
  });

  it('is not told what the handler did without', async () => {
    const reply = await modern(async (ctx) => {
      await ctx.listRoots().catch(() => undefined);
      return sampled(ctx, 's');
    });

    expect((reply as { error?: { data?: unknown } } | null)?.error?.data).toEqual({
      requiredCapabilities: { sampling: {} },
    });
  });

  it('is served without, if the handler can do without', async () => {
    const reply = await modern((ctx) =>
      ctx.listRoots().then(
        () => 'roots',
        (error: unknown) => `no roots: ${error instanceof MissingCapabilityException}`,
      ),
    );

    expect(said(reply)).toBe('no roots: true');
  });

  it('is asked for the rest, if the handler can do without', async () => {
    const reply = await modern(
      async (ctx) => {
        const [a, roots] = await Promise.all([
          value(ctx, 'a'),
          ctx.listRoots().catch(() => [] as const),
        ]);
        return `${a} ${roots.length}`;
      },
      { elicitation: {} },
    );

    expect(Object.keys(questionOf(reply)?.inputRequests ?? {})).toEqual(['question-1']);
  });

  it('gets the handler’s own failure, if that is what it makes of it', async () => {
    const reply = await modern((ctx) =>
      ctx.listRoots().catch(() => {
        throw new RangeError('other');
      }),
    );

    expect(said(reply)).toContain('RangeError');
  });

  it('is not failed for a question nobody awaits', async () => {
    const reply = await modern((ctx) => {
      void ctx.listRoots();
      return 'went on';
    });

    expect(said(reply)).toBe('went on');
  });

  it('needs none for an answer it brings', async () => {
    const bench = await createBench({ tools: [askingTool((ctx) => value(ctx, 'a', 'k'))] });
    const peer = new ModernPeer(bench, { capabilities: {} });
    const inputResponses = { k: { action: 'accept', content: { value: 'Ada' } } };

    expect(said(await peer.call('ask', {}, { inputResponses }))).toBe('Ada');
  });
});

describe('a connection that lacks a capability', () => {
  it('is sent nothing, and the tool fails with the reason', async () => {
    const bench = await createBench({ tools: [askingTool((ctx) => ctx.listRoots())] });
    const peer = new DirectPeer(bench, 'a');
    peer.listen();
    await peer.initialize({});

    const reply = await peer.call('ask').response;

    expect(said(reply)).toBe('roots/list: the client does not support roots');
    expect(peer.pushed).toEqual([]);
  });

  it('is judged by what it declares when it is asked', async () => {
    const bench = await createBench({ tools: [askingTool((ctx) => ctx.listRoots())] });
    const peer = new DirectPeer(bench, 'a');
    peer.listen();
    await peer.initialize({ roots: {} });
    await peer.initialize({});

    expect(said(await peer.call('ask').response)).toContain('does not support roots');
  });

  it('cannot be asked when nobody listens', async () => {
    const bench = await createBench({ tools: [askingTool((ctx) => ctx.listRoots())] });
    const peer = new DirectPeer(bench, 'a');
    await peer.initialize({ roots: {} });

    expect(said(await peer.call('ask').response)).toBe('roots/list: no stream leads to the client');
  });
});
