import type { McpContext } from 'nest-mcp';
import { askingTool, value } from '../../support/asking-tool.js';
import { converse } from '../../support/conversation.js';
import { said } from '../../support/direct-peer.js';
import { createBench } from '../../support/dispatcher-bench.js';

describe.each(['legacy', 'modern'] as const)('ctx.once(), in the %s era', (era) => {
  const run = async (handler: (ctx: McpContext) => unknown) => {
    const bench = await createBench({ tools: [askingTool(handler)] });
    return { bench, text: said((await converse(era, bench, 'ask')).reply) };
  };

  it('runs once, however many rounds there are', async () => {
    let made = 0;
    const { text } = await run(async (ctx) => {
      const before = await ctx.once('order', () => `order ${++made}`);
      await value(ctx, 'a');
      const between = await ctx.once('invoice', async () => `invoice ${++made}`);
      await value(ctx, 'b');
      return `${before}, ${between}`;
    });

    expect(text).toBe('order 1, invoice 2');
    expect(made).toBe(2);
  });

  it('runs once for those who ask for it at once', async () => {
    let made = 0;
    const { text } = await run(async (ctx) => {
      const make = async () => ++made;
      const values = await Promise.all([1, 2, 3].map(() => ctx.once('k', make)));
      await value(ctx, 'a');
      return values.join(' ');
    });

    expect(text).toBe('1 1 1');
    expect(made).toBe(1);
  });

  it('keeps apart what has different keys', async () => {
    const { text } = await run(async (ctx) => {
      const values = [await ctx.once('a', () => 1), await ctx.once('b', () => 2)];
      return values.join(' ');
    });

    expect(text).toBe('1 2');
  });

  it('tries again what failed, in the same run and in later ones', async () => {
    let tries = 0;
    const { text } = await run(async (ctx) => {
      const attempt = () =>
        ctx.once('k', () => {
          if (++tries < 3) throw new Error(`failure ${tries}`);
          return tries;
        });
      const first = await attempt().catch((error: Error) => error.message);
      const second = await attempt().catch((error: Error) => error.message);
      return `${first}, ${second}, ${await attempt()}`;
    });

    expect(text).toBe('failure 1, failure 2, 3');
  });

  it('rejects with what make threw, synchronously too', async () => {
    const { text } = await run(async (ctx) => {
      const sync = ctx.once('a', () => {
        throw new RangeError('sync');
      });
      const late = ctx.once('b', () => Promise.reject(new RangeError('late')));
      const results = await Promise.allSettled([sync, late]);
      return results.map((result) => String((result as PromiseRejectedResult).reason)).join(', ');
    });

    expect(text).toBe('RangeError: sync, RangeError: late');
  });

  it.each<[string, unknown, unknown]>([
    ['undefined', undefined, undefined],
    ['null', null, null],
    ['a Date', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['members that are undefined', { a: 1, b: undefined }, { a: 1 }],
    ['NaN', [Number.NaN], [null]],
    ['a member named __proto__', JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":1}')],
    ['falsy values', [0, '', false], [0, '', false]],
  ])('gives %s as JSON has it, in every round alike', async (_name, given, expected) => {
    const seen: unknown[] = [];
    let made = 0;
    await run(async (ctx) => {
      seen.push(
        await ctx.once('k', () => {
          made++;
          return given;
        }),
      );
      return value(ctx, 'a');
    });

    expect(seen).toEqual(seen.map(() => expected));
    expect(made).toBe(1);
  });

  it.each<[string, () => unknown]>([
    ['a function', () => () => 1],
    ['a bigint', () => 1n],
    ['a symbol', () => Symbol('x')],
    [
      'a circle',
      () => {
        const circle: Record<string, unknown> = {};
        circle.self = circle;
        return circle;
      },
    ],
  ])('does not keep %s', async (_name, make) => {
    const { text } = await run((ctx) => ctx.once('k', make).catch(String));

    expect(text).toContain('TypeError: ctx.once("k") must give a JSON value');
  });

  it('may ask under a key, and is kept only when it was answered', async () => {
    let asked = 0;
    const { text } = await run(async (ctx) => {
      const name = await ctx.once('name', async () => {
        asked++;
        return value(ctx, 'name?', 'name');
      });
      return `${name} ${await value(ctx, 'b')}`;
    });

    expect(text).toBe('name? b');
    expect(asked).toBe(era === 'legacy' ? 1 : 2);
  });
});
