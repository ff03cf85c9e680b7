import type { McpContext } from 'nest-mcp';
import { askingTool, sampled, value } from '../../support/asking-tool.js';
import { AT_REST } from '../../support/asking-bench.js';
import { answerAll, converse } from '../../support/conversation.js';
import { said } from '../../support/direct-peer.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { settled } from '../../support/settled.js';

interface Scenario {
  readonly what: string;
  readonly handler: (ctx: McpContext) => unknown;
  readonly rounds: readonly (readonly string[])[];
  readonly text: string;
}

const SCENARIOS: readonly Scenario[] = [
  {
    what: 'one question',
    handler: (ctx) => value(ctx, 'name?'),
    rounds: [['name?']],
    text: 'name?',
  },
  {
    what: 'questions one after the other',
    handler: async (ctx) => `${await value(ctx, 'a')} ${await value(ctx, 'b')}`,
    rounds: [['a'], ['b']],
    text: 'a b',
  },
  {
    what: 'questions with keys',
    handler: async (ctx) => `${await value(ctx, 'a', 'one')} ${await value(ctx, 'b', 'two')}`,
    rounds: [['a'], ['b']],
    text: 'a b',
  },
  {
    what: 'questions of every kind at once',
    handler: async (ctx) => {
      const [a, text, [root], url] = await Promise.all([
        value(ctx, 'a'),
        sampled(ctx, 's'),
        ctx.listRoots(),
        ctx.elicitUrl({ message: 'u', url: 'https://shop.example/pay' }),
      ]);
      return [a, text, root?.name, url.action].join(' ');
    },
    rounds: [['a', 'roots', 's', 'u']],
    text: 'a s! srv accept',
  },
  {
    what: 'a question that depends on an answer',
    handler: async (ctx) => {
      const first = await value(ctx, 'a');
      return first === 'a' ? value(ctx, `after ${first}`) : 'no';
    },
    rounds: [['a'], ['after a']],
    text: 'after a',
  },
  {
    what: 'all settled together',
    handler: async (ctx) => {
      const results = await Promise.allSettled([value(ctx, 'a'), value(ctx, 'b')]);
      return results.map((result) => (result.status === 'fulfilled' ? result.value : '?')).join('');
    },
    rounds: [['a', 'b']],
    text: 'ab',
  },
  {
    what: 'a question deep in other services',
    handler: (ctx) => {
      const level = async (depth: number): Promise<string> => {
        await Promise.resolve();
        return depth === 0 ? value(ctx, 'deep') : level(depth - 1);
      };
      return level(5);
    },
    rounds: [['deep']],
    text: 'deep',
  },
  {
    what: 'the same key in the same words, which is one question',
    handler: async (ctx) => `${await value(ctx, 'a', 'k')} ${await value(ctx, 'a', 'k')}`,
    rounds: [['a']],
    text: 'a a',
  },
  {
    what: 'one URL under one key twice',
    handler: async (ctx) => {
      const page = { message: 'u', url: 'https://shop.example/pay' };
      await ctx.elicitUrl(page, { key: 'page' });
      return (await ctx.elicitUrl(page, { key: 'page' })).action;
    },
    rounds: [['u']],
    text: 'accept',
  },
];

describe.each(['legacy', 'modern'] as const)('a tool that asks, in the %s era', (era) => {
  it.each(SCENARIOS)('can ask $what', async ({ handler, rounds, text }) => {
    const bench = await createBench({ tools: [askingTool(handler)] });

    const conversation = await converse(era, bench, 'ask');

    expect(said(conversation.reply)).toBe(text);
    expect(conversation.rounds.map((words) => words.toSorted())).toEqual(rounds);
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
    expect(bench.clock.timers).toBe(0);
  });

  it.each(['decline', 'cancel'])('learns as data that the person chose %s', async (action) => {
    const bench = await createBench({ tools: [askingTool((ctx) => value(ctx, 'a'))] });

    const { reply } = await converse(era, bench, 'ask', () => ({
      action,
      content: { value: 'x' },
    }));

    expect(said(reply)).toBe(action);
  });

  it('drops what the form did not ask for', async () => {
    const form = {
      type: 'object',
      properties: { value: { type: 'string' } },
      additionalProperties: false,
    };
    const ask = askingTool(async (ctx) => (await ctx.elicit('a', form)).content);
    const bench = await createBench({ tools: [ask] });

    const { reply } = await converse(era, bench, 'ask', () => ({
      action: 'accept',
      content: { value: 'x', admin: true },
    }));

    expect(said(reply)).toBe('{"value":"x"}');
  });

  it('runs finally blocks in every run', async () => {
    let left = 0;
    const ask = askingTool(async (ctx) => {
      try {
        return await value(ctx, 'a');
      } finally {
        left++;
      }
    });

    await converse(era, await createBench({ tools: [ask] }), 'ask');

    expect(left).toBe(era === 'legacy' ? 1 : 2);
  });

  it.each(['approval', 'question-1', ''])('may not name a question %j', async (key) => {
    const ask = askingTool((ctx) => value(ctx, 'a', key).catch((error: Error) => error.message));

    const { reply, rounds } = await converse(era, await createBench({ tools: [ask] }), 'ask');

    expect(said(reply)).toContain(`key "${key}" is reserved`);
    expect(rounds).toEqual([]);
  });

  it.each(['__proto__', 'constructor', 'toString', 'question-1a', 'a.b/c'])(
    'may name a question and a kept value %j',
    async (key) => {
      let made = 0;
      const ask = askingTool(async (ctx) => {
        const count = await ctx.once(key, () => ++made);
        return `${await value(ctx, 'a', key)} ${await value(ctx, 'b')} ${count}`;
      });

      const { reply, rounds } = await converse(era, await createBench({ tools: [ask] }), 'ask');

      expect(said(reply)).toBe('a b 1');
      expect(rounds).toEqual([['a'], ['b']]);
      expect(made).toBe(1);
    },
  );

  it('may not give two questions one key, answered or not', async () => {
    const ask = askingTool(async (ctx) => {
      const first = await value(ctx, 'a', 'k');
      const second = await value(ctx, 'b', 'k').catch((error: Error) => error.message);
      return `${first}, ${second}`;
    });

    const { reply } = await converse(era, await createBench({ tools: [ask] }), 'ask');

    expect(said(reply)).toBe('a, two questions of one call have the key "k"');
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31])(
    'may not wait %d ms',
    async (timeoutMs) => {
      const ask = askingTool((ctx) =>
        ctx.listRoots({ timeoutMs }).then(String, (error: Error) => error.name),
      );

      const { reply, rounds } = await converse(era, await createBench({ tools: [ask] }), 'ask');

      expect(said(reply)).toBe('RangeError');
      expect(rounds).toEqual([]);
    },
  );

  it('leaves no rejection unhandled when it does not await a question', async () => {
    const ask = askingTool((ctx) => {
      void ctx.listRoots();
      void ctx.elicit('bad', { type: 'object', properties: { deep: { type: 'object' } } });
      return 'went on';
    });
    const bench = await createBench({ tools: [ask] });

    const { reply } = await converse(era, bench, 'ask');

    await settled();
    expect(said(reply)).toBe('went on');
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
    expect(bench.clock.timers).toBe(0);
  });

  it('may change what it got without changing what it gets later', async () => {
    const ask = askingTool(async (ctx) => {
      const kept = await ctx.once('list', () => ['kept']);
      kept.push('more');
      const roots = (await ctx.listRoots({ key: 'r' })) as object[];
      roots.push({ uri: 'file:///more' });
      await value(ctx, 'a');
      const [again, rootsAgain] = [
        await ctx.once('list', () => []),
        await ctx.listRoots({ key: 'r' }),
      ];
      return `${again.length} ${rootsAgain.length}`;
    });

    const { reply } = await converse(era, await createBench({ tools: [ask] }), 'ask', answerAll);

    expect(said(reply)).toBe('1 1');
  });
});
