import type { Decision } from 'nest-mcp';
import { allow, ask, deny } from 'nest-mcp';
import { AT_REST } from '../../support/asking-bench.js';
import { askingTool, value } from '../../support/asking-tool.js';
import { answerAll, converse, questionOf, wordsOf } from '../../support/conversation.js';
import { APPROVE, refusal, said } from '../../support/direct-peer.js';
import { createBench } from '../../support/dispatcher-bench.js';
import type { Question } from '../../support/modern-peer.js';
import { ModernPeer } from '../../support/modern-peer.js';

const accept = (text: string) => ({ action: 'accept', content: { value: text } });

/** A tool that asks twice, under a policy that decides like this, the last time again and again. */
async function shop(...decisions: readonly Decision[]) {
  let runs = 0;
  const tool = askingTool(async (ctx) => {
    runs++;
    return `${await value(ctx, 'a', 'a')} ${await value(ctx, 'b')}`;
  });
  let decided = 0;
  const authorize = () => decisions[Math.min(decided++, decisions.length - 1)] ?? deny('none');
  const bench = await createBench({ tools: [tool], authorizer: { authorize } });
  const peer = new ModernPeer(bench);
  return {
    bench,
    runs: () => runs,
    start: async () => questionOf(await peer.call('ask')) as Question,
    next: ({ requestState }: Question, inputResponses: object) =>
      peer.call('ask', {}, { requestState, inputResponses }),
    round: async ({ requestState }: Question, inputResponses: object) =>
      questionOf(await peer.call('ask', {}, { requestState, inputResponses })) as Question,
  };
}

const keysOf = (question: Question | undefined) => Object.keys(question?.inputRequests ?? {});

describe.each(['legacy', 'modern'] as const)('a call that needs approval and asks, %s', (era) => {
  it('is approved once, and then asks', async () => {
    const { bench } = await shop(ask('May it run?'));

    const { reply, rounds } = await converse(era, bench, 'ask', (asked) =>
      wordsOf(asked) === 'May it run?' ? APPROVE : answerAll(asked),
    );

    expect(said(reply)).toBe('a b');
    expect(rounds).toEqual([['May it run?'], ['a'], ['b']]);
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
  });

  it('asks nothing when the person refuses', async () => {
    const { bench, runs } = await shop(ask('May it run?'));

    const { reply } = await converse(era, bench, 'ask', () => ({ action: 'decline' }));

    expect(said(reply)).toBe(refusal('ask', 'ask', 'user decline'));
    expect(runs()).toBe(0);
  });
});

describe('an approval of 2026-07-28, over the rounds of a handler', () => {
  it('is worth one run in each round', async () => {
    const { start, next, round, runs } = await shop(ask('Run?'));
    const first = await start();
    const second = await round(first, { approval: APPROVE });
    const third = await round(second, { a: accept('1') });
    expect(said(await next(third, { 'question-1': accept('2') }))).toBe('1 2');
    const ran = runs();

    const replays = [
      await next(first, { approval: APPROVE }),
      await next(second, { a: accept('9') }),
      await next(third, { 'question-1': accept('9') }),
    ];

    expect(replays.map(said)).toEqual(
      Array.from({ length: 3 }, () => 'error -32602 requestState is not valid for this request'),
    );
    expect(runs()).toBe(ran);
  });

  it('cannot be had from a state in which nobody was asked for it', async () => {
    const { start, round } = await shop(allow(), ask('Run?'));
    const first = await start();

    const second = await round(first, { approval: APPROVE, a: accept('1') });

    expect(keysOf(second)).toEqual(['approval']);
  });

  it('is not given by a handler’s question of that name', async () => {
    const { start, round } = await shop(ask('Run?'));
    const first = await start();

    expect(keysOf(await round(first, { 'question-1': APPROVE }))).toEqual(['approval']);
  });

  it('does not outweigh a policy that denies by now', async () => {
    const { start, round, next } = await shop(ask('Run?'), ask('Run?'), deny('closed'));
    const second = await round(await start(), { approval: APPROVE });

    expect(said(await next(second, { a: accept('1') }))).toBe(refusal('ask', 'deny', 'closed'));
  });

  it('is asked for when the policy comes to ask, and no answer is lost', async () => {
    const { start, round, next } = await shop(allow(), ask('Run?'));
    const first = await start();
    expect(keysOf(first)).toEqual(['a']);

    const second = await round(first, { a: accept('1') });
    expect(keysOf(second)).toEqual(['approval']);
    const third = await round(second, { approval: APPROVE });

    expect(keysOf(third)).toEqual(['question-1']);
    expect(said(await next(third, { 'question-1': accept('2') }))).toBe('1 2');
  });

  it('is not needed any more when the policy comes to allow', async () => {
    const { start, round, next } = await shop(ask('Run?'), ask('Run?'), allow());
    const second = await round(await start(), { approval: APPROVE });
    const third = await round(second, { a: accept('1') });

    expect(said(await next(third, { 'question-1': accept('2') }))).toBe('1 2');
  });

  it('is asked for anew when the policy had come to allow meanwhile', async () => {
    const { start, round } = await shop(ask('Run?'), ask('Run?'), allow(), ask('Run?'));
    const second = await round(await start(), { approval: APPROVE });
    const third = await round(second, { a: accept('1') });

    expect(keysOf(await round(third, { 'question-1': accept('2') }))).toEqual(['approval']);
  });

  it('keeps answers that came with the first call', async () => {
    const { bench } = await shop(ask('Run?'));
    const peer = new ModernPeer(bench);
    const first = await peer.call('ask', {}, { inputResponses: { a: accept('early') } });
    const { requestState } = questionOf(first) as Question;

    const inputResponses = { approval: APPROVE };
    const second = questionOf(await peer.call('ask', {}, { requestState, inputResponses }));

    expect(keysOf(second)).toEqual(['question-1']);
  });

  it('keeps what once() kept before the policy came to ask', async () => {
    let made = 0;
    const decisions = [allow(), ask('Run?'), ask('Run?')];
    const tool = askingTool(async (ctx) => {
      const count = await ctx.once('k', () => ++made);
      return `${await value(ctx, 'a')} ${count}`;
    });
    const authorizer = { authorize: () => decisions.shift() ?? deny('none') };
    const bench = await createBench({ tools: [tool], authorizer });

    const { reply } = await converse('modern', bench, 'ask', (asked) =>
      wordsOf(asked) === 'Run?' ? APPROVE : answerAll(asked),
    );

    expect(said(reply)).toBe('a 1');
    expect(made).toBe(1);
  });
});
