import type { McpContext, McpHooks, RuntimeTool } from 'nest-mcp';
import { McpContext as Context, NoMcpContextError } from 'nest-mcp';
import type { DispatcherBench } from '../../support/dispatcher-bench.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { MemoryWire } from '../../support/memory-wire.js';
import type { RevisionName } from '../../support/revisions.js';
import { MODERN_REVISION } from '../../support/revisions.js';
import { settled } from '../../support/settled.js';

const ABILITIES = { elicitation: {}, sampling: {}, roots: {} };
const FORM = { type: 'object', properties: { name: { type: 'string' } } };
const ANSWERS: Record<string, object> = {
  'elicitation/create': { action: 'accept', content: { name: 'Ann' } },
  'sampling/createMessage': {
    role: 'assistant',
    content: { type: 'text', text: 'hi' },
    model: 'm',
  },
  'roots/list': { roots: [{ uri: 'file:///a' }] },
};

const asking: RuntimeTool = {
  name: 'ask',
  handler: async (_args: never, ctx: McpContext) => {
    await ctx.elicit('Name?', FORM);
    await ctx.sample({
      messages: [{ role: 'user', content: { type: 'text', text: 'go' } }],
      maxTokens: 1,
    });
    await ctx.listRoots();
  },
};

async function setUp(more: McpHooks = {}) {
  const heard: string[] = [];
  const note = (kind: string) => (answer: unknown, ctx: McpContext) =>
    void heard.push(`${kind} ${JSON.stringify(answer)} ${ctx.protocolVersion}`);
  const bench = await createBench({
    tools: [asking],
    hooks: {
      onElicitation: note('elicitation'),
      onSampling: note('sampling'),
      onRoots: note('roots'),
      ...more,
    },
  });
  return { bench, heard };
}

const EXPECTED = [
  expect.stringMatching(/^elicitation .*Ann/),
  expect.stringMatching(/^sampling .*hi/),
  expect.stringMatching(/^roots .*file:/),
];

/** Calls the tool on a connection whose client answers everything it is asked. */
async function answerAll(bench: DispatcherBench, protocolVersion: RevisionName) {
  const wire = MemoryWire.connectOn(bench, protocolVersion);
  await wire.request(1, 'initialize', { protocolVersion, capabilities: ABILITIES });
  const running = wire.request(2, 'tools/call', { name: 'ask' });
  for (let n = 0; n < 3; n++) {
    await settled();
    const { id, method } = wire.received.at(-1) ?? {};
    await wire.send({ jsonrpc: '2.0', id, result: ANSWERS[method as string] });
  }
  await running;
  return wire;
}

describe('the answers of a client', () => {
  it('are told on a connection, before the method goes on', async () => {
    const { bench, heard } = await setUp();
    const wire = await answerAll(bench, '2025-11-25');

    expect(heard).toEqual(EXPECTED);
    expect(wire.received.at(-1)?.result.isError).toBeUndefined();
  });

  it('are told in 2026-07-28, each time the method gets them', async () => {
    const { bench, heard } = await setUp();
    const wire = await MemoryWire.openOn(bench, MODERN_REVISION);
    const _meta = { 'io.modelcontextprotocol/clientCapabilities': ABILITIES };
    let params: Record<string, unknown> = { name: 'ask', _meta };
    for (let n = 1; n <= 4; n++) {
      const [answer] = await wire.ask(n, 'tools/call', params);
      const { inputRequests = {}, requestState } = (answer?.result ?? {}) as Record<string, any>;
      const given = Object.entries(inputRequests as Record<string, { method: string }>).map(
        ([key, { method }]) => [key, ANSWERS[method]] as const,
      );
      params = { name: 'ask', _meta, requestState, inputResponses: Object.fromEntries(given) };
    }

    expect([...new Set(heard)]).toEqual(EXPECTED);
  });

  it('reach the method though the hook fails', async () => {
    const { bench } = await setUp({
      onElicitation: () => {
        throw new Error('broken hook');
      },
    });
    const wire = await answerAll(bench, '2025-06-18');

    expect(wire.received.at(-1)?.result.isError).toBeUndefined();
    expect(bench.logger.lines.join('\n')).toContain('broken hook');
  });
});

describe('McpContext.current()', () => {
  /** Code that is handed nothing. */
  const deepInside = async () => {
    await settled();
    return Context.current().requestId;
  };
  const tool: RuntimeTool = { name: 'deep', handler: async () => String(await deepInside()) };

  it('is the context of the call that the code belongs to, also of calls that overlap', async () => {
    const bench = await createBench({ tools: [tool], asyncContext: true });
    const wire = await MemoryWire.openOn(bench, '2025-11-25');

    await Promise.all([1, 2, 3].map((id) => wire.request(id, 'tools/call', { name: 'deep' })));

    const texts = wire.received.map(({ id, result }) => [id, result.content[0].text]);
    expect(texts.toSorted()).toEqual([
      [1, '1'],
      [2, '2'],
      [3, '3'],
    ]);
  });

  it('says what is missing without the option', async () => {
    const bench = await createBench({ tools: [tool] });
    const wire = await MemoryWire.openOn(bench, '2025-11-25');

    await wire.request(1, 'tools/call', { name: 'deep' });

    expect(bench.logger.lines.join('\n')).toMatch(/asyncContext: true/);
  });

  it('says so outside a call', () => {
    expect(() => Context.current()).toThrow(NoMcpContextError);
  });
});
