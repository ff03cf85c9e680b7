import type { McpContext, RuntimeTool } from 'nest-mcp';
import { DirectPeer } from '../../support/direct-peer.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { ModernPeer } from '../../support/modern-peer.js';
import { settled } from '../../support/settled.js';

const CAPABILITIES = { elicitation: {}, sampling: {}, roots: {} };

const NAME_FORM = {
  type: 'object',
  properties: { name: { type: 'string', minLength: 1 } },
  required: ['name'],
} as const;

/** Asks twice one after the other, the second time two things at once. */
const introduce: RuntimeTool = {
  name: 'introduce',
  handler: async (_args: unknown, ctx: McpContext) => {
    const told = await ctx.elicit('Who are you?', NAME_FORM);
    if (told.action !== 'accept') return `nobody: ${told.action}`;
    const [greeting, roots] = await Promise.all([
      ctx.sample({
        messages: [{ role: 'user', content: { type: 'text', text: 'greet' } }],
        maxTokens: 9,
      }),
      ctx.listRoots(),
    ]);
    const words = greeting.content as { readonly text: string };
    return `${words.text} ${String(told.content.name)} of ${roots[0]?.name}`;
  },
};

const ANSWERS: Readonly<Record<string, object>> = {
  'elicitation/create': { action: 'accept', content: { name: 'Ada', extra: 1 } },
  'sampling/createMessage': {
    role: 'assistant',
    content: { type: 'text', text: 'Hello' },
    model: 'm',
  },
  'roots/list': { roots: [{ uri: 'file:///srv', name: 'srv' }] },
};

const textOf = (reply: unknown) =>
  (reply as { result: { content: { text: string }[] } }).result.content[0]?.text;

describe('a tool that asks its client', () => {
  it('waits for pushed requests on a connection', async () => {
    const bench = await createBench({ tools: [introduce] });
    const peer = new DirectPeer(bench, 'a');
    peer.listen();
    await peer.initialize(CAPABILITIES);
    const call = peer.call('introduce');
    for (let round = 0; round < 2; round++) {
      await settled();
      const open = peer.pushed.splice(0) as unknown as { id: string; method: string }[];
      for (const { id, method } of open) {
        await bench.dispatcher.handleMessage({ jsonrpc: '2.0', id, result: ANSWERS[method] }, 'a');
      }
    }

    expect(textOf(await call.response)).toBe('Hello Ada of srv');
  });

  it('is run again with the answers in the stateless era', async () => {
    const bench = await createBench({ tools: [introduce] });
    const peer = new ModernPeer(bench, { capabilities: CAPABILITIES });
    let more: object = {};
    const asked: string[][] = [];
    for (let round = 0; round < 2; round++) {
      const reply = (await peer.call('introduce', {}, more)) as unknown as {
        result: { inputRequests: Record<string, { method: string }>; requestState: string };
      };
      const { inputRequests, requestState } = reply.result;
      const entries = Object.entries(inputRequests);
      asked.push(entries.map(([, { method }]) => method));
      more = {
        requestState,
        inputResponses: Object.fromEntries(
          entries.map(([key, { method }]) => [key, ANSWERS[method]]),
        ),
      };
    }

    expect(asked).toEqual([['elicitation/create'], ['sampling/createMessage', 'roots/list']]);
    expect(textOf(await peer.call('introduce', {}, more))).toBe('Hello Ada of srv');
  });
});
