import type { McpContext } from 'nest-mcp';
import { deferred } from '../../../src/protocol/deferred.js';
import { askingTool, value } from '../../support/asking-tool.js';
import { answerAll, converse, questionOf } from '../../support/conversation.js';
import { said } from '../../support/direct-peer.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { ModernPeer } from '../../support/modern-peer.js';
import { settled } from '../../support/settled.js';

const converseWith = async (handler: (ctx: McpContext) => unknown) => {
  const bench = await createBench({ tools: [askingTool(handler)] });
  return converse('modern', bench, 'ask');
};

describe('a run of 2026-07-28 that was suspended', () => {
  it('asks all the same when the handler swallows the suspension and answers', async () => {
    const { reply, rounds } = await converseWith(async (ctx) => {
      try {
        return await value(ctx, 'a');
      } catch {
        return 'swallowed';
      }
    });

    expect(said(reply)).toBe('a');
    expect(rounds).toEqual([['a']]);
  });

  it('asks all the same when the handler throws something else', async () => {
    const { reply } = await converseWith((ctx) =>
      value(ctx, 'a').catch(() => {
        throw new Error('misled');
      }),
    );

    expect(said(reply)).toBe('a');
  });

  it('asks all the same when the handler does not await the question', async () => {
    const { reply, rounds } = await converseWith((ctx) => {
      void value(ctx, 'a').catch(() => undefined);
      return 'went on';
    });

    expect(said(reply)).toBe('went on');
    expect(rounds).toEqual([['a']]);
  });

  it('does not ask what only a swallowed suspension leads to', async () => {
    const { reply, rounds } = await converseWith(async (ctx) => {
      const name = await value(ctx, 'name?').catch(() => 'nobody');
      return value(ctx, `sure, ${name}?`);
    });

    expect(rounds).toEqual([['name?'], ['sure, name??']]);
    expect(said(reply)).toBe('sure, name??');
  });

  it('does not ask once more when an interceptor retries it', async () => {
    const { rounds } = await converseWith(async (ctx) => {
      const attempt = () => value(ctx, 'a');
      return attempt().catch(attempt).catch(attempt);
    });

    expect(rounds).toEqual([['a']]);
  });

  it('has no effects through once() after a swallowed suspension', async () => {
    let charged = 0;
    const { reply } = await converseWith(async (ctx) => {
      const sure = await value(ctx, 'sure?').catch(() => 'whatever');
      await ctx.once('charge', () => ++charged);
      return `${sure} ${charged}`;
    });

    expect(charged).toBe(1);
    expect(said(reply)).toBe('sure? 1');
  });

  it('keeps what once() was making when it ended', async () => {
    let charged = 0;
    const paid = deferred<number>();
    const bench = await createBench({
      tools: [
        askingTool(async (ctx) => {
          const charge = ctx.once('charge', () => {
            charged++;
            return paid.promise;
          });
          const [answer, sum] = await Promise.all([value(ctx, 'a'), charge]);
          return `${answer} ${sum}`;
        }),
      ],
    });
    const conversation = converse('modern', bench, 'ask');
    await settled();
    paid.resolve(5);

    expect(said((await conversation).reply)).toBe('a 5');
    expect(charged).toBe(1);
  });

  it('is answered only when once() has made what it was making', async () => {
    const paid = deferred<number>();
    const ask = askingTool((ctx) =>
      Promise.all([ctx.once('charge', () => paid.promise), value(ctx, 'a')]),
    );
    const peer = new ModernPeer(await createBench({ tools: [ask] }));
    let isAnswered = false;
    const reply = peer.call('ask').finally(() => (isAnswered = true));
    await settled();

    expect(isAnswered).toBe(false);
    paid.resolve(1);
    expect(questionOf(await reply)).toBeDefined();
  });

  it('asks branches that come later in a later round', async () => {
    const late = [deferred<void>(), deferred<void>()];
    let run = 0;
    const bench = await createBench({
      tools: [
        askingTool(async (ctx) => {
          const turn = run++;
          const [first, second] = await Promise.all([
            value(ctx, 'soon', 'soon'),
            (async () => {
              if (turn < late.length) await late[turn]?.promise;
              return value(ctx, 'late', 'late');
            })(),
          ]);
          return `${first} ${second}`;
        }),
      ],
    });
    const conversation = converse('modern', bench, 'ask');
    for (const { resolve } of late) {
      await settled();
      resolve();
    }

    const { reply, rounds } = await conversation;
    expect(rounds).toEqual([['soon'], ['late']]);
    expect(said(reply)).toBe('soon late');
  });

  it('asks nothing again that was answered while another branch was slower this time', async () => {
    const gate = deferred<void>();
    let run = 0;
    const bench = await createBench({
      tools: [
        askingTool(async (ctx) => {
          const turn = run++;
          const slow = async () => {
            if (turn === 1) await gate.promise;
            return value(ctx, 'b', 'b');
          };
          const quick = async () => `${await value(ctx, 'a', 'a')} ${await value(ctx, 'c', 'c')}`;
          return (await Promise.all([quick(), slow()])).join(' ');
        }),
      ],
    });

    const { reply, rounds } = await converse('modern', bench, 'ask');
    gate.resolve();

    expect(rounds).toEqual([['a', 'b'], ['c']]);
    expect(said(reply)).toBe('a c b');
  });

  it('leaves nothing behind of branches that go on after it', async () => {
    const gate = deferred<void>();
    const after: unknown[] = [];
    const bench = await createBench({
      tools: [
        askingTool(async (ctx) => {
          const branch = async () => {
            await gate.promise;
            after.push(await value(ctx, 'b').catch(String));
            after.push(await ctx.once('k', () => 'made').catch(String));
          };
          await Promise.all([value(ctx, 'a'), branch()]);
        }),
      ],
    });
    const peer = new ModernPeer(bench);
    const question = questionOf(await peer.call('ask'));
    gate.resolve();
    await settled();

    expect(Object.keys(question?.inputRequests ?? {})).toEqual(['question-1']);
    expect(after).toEqual([expect.stringContaining('is open'), expect.stringContaining('is open')]);
  });

  it('lists its questions in the order in which they were asked', async () => {
    const slow = {
      '~standard': {
        version: 1 as const,
        vendor: 'test',
        validate: (given: unknown) => ({ value: given }),
        jsonSchema: {
          input: () => ({ type: 'object', properties: { value: { type: 'string' } } }),
          output: () => ({}),
        },
      },
    };
    const { rounds } = await converseWith((ctx) =>
      Promise.all([ctx.elicit('form', slow), ctx.listRoots(), value(ctx, 'form 2')]),
    );

    expect(rounds).toEqual([['form', 'roots', 'form 2']]);
  });

  it('is told in telemetry as asked, not as a failure', async () => {
    const bench = await createBench({ tools: [askingTool((ctx) => value(ctx, 'a'))] });

    await converse('modern', bench, 'ask', answerAll);

    const outcomes = bench.events.flatMap((event) =>
      event.type === 'finished' ? [event.outcome] : [],
    );
    expect(outcomes).toEqual(['asked', 'returned']);
  });
});
