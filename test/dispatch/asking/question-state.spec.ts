import type { McpContext } from 'nest-mcp';
import fc from 'fast-check';
import { askingTool, value } from '../../support/asking-tool.js';
import { questionOf } from '../../support/conversation.js';
import { said } from '../../support/direct-peer.js';
import type { BenchOptions } from '../../support/dispatcher-bench.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { ManualClock } from '../../support/manual-clock.js';
import type { Question } from '../../support/modern-peer.js';
import { ModernPeer } from '../../support/modern-peer.js';

const REFUSED = 'error -32602 requestState is not valid for this request';

const SECRET = 's'.repeat(32);

const twice = async (ctx: McpContext) =>
  `${await value(ctx, 'first?', 'first')} ${await value(ctx, 'second?')}`;

const accept = (text: string) => ({ action: 'accept', content: { value: text } });

/** A tool that asked its first question, and the way to its second. */
async function asked(options: BenchOptions = {}, principalKey = 'ann') {
  const tools = [askingTool(twice), askingTool(twice, { name: 'other' })];
  const bench = await createBench({ tools, ...options });
  const peer = new ModernPeer(bench, { principalKey });
  const first = questionOf(await peer.call('ask', { sum: 5 })) as Question;
  const retry = (requestState: unknown, key: string, { as = peer, name = 'ask', sum = 5 } = {}) =>
    as.call(name, { sum }, { requestState, inputResponses: { [key]: accept(key) } });
  return { bench, peer, first, retry };
}

async function askedTwice(options: BenchOptions = {}) {
  const parts = await asked(options);
  const second = questionOf(await parts.retry(parts.first.requestState, 'first')) as Question;
  return { ...parts, second };
}

describe('the state of a handler’s questions', () => {
  it('carries earlier answers to the end', async () => {
    const { second, retry } = await askedTwice();

    expect(said(await retry(second.requestState, 'question-1'))).toBe('first question-1');
  });

  it('is refused in every round when any of its bytes is another', async () => {
    const { second, retry } = await askedTwice();
    const state = second.requestState;
    const changes = fc.record({
      index: fc.nat(state.length - 1),
      byte: fc.integer({ min: 1, max: 255 }),
    });

    await fc.assert(
      fc.asyncProperty(changes, async ({ index, byte }) => {
        const bytes = Buffer.from(state, 'latin1');
        bytes[index] = (bytes[index] as number) ^ byte;
        expect(said(await retry(bytes.toString('latin1'), 'question-1'))).toBe(REFUSED);
      }),
    );
  });

  it('is refused with answers somebody put into it', async () => {
    const { second, retry } = await askedTwice();
    const [body = '', signature] = second.requestState.split('.');
    const payload = JSON.parse(Buffer.from(body, 'base64url').toString()) as {
      answers: Record<string, unknown>;
    };
    payload.answers.first = accept('forged');
    const forged = Buffer.from(JSON.stringify(payload)).toString('base64url');

    expect(said(await retry(`${forged}.${signature}`, 'question-1'))).toBe(REFUSED);
  });

  it('is refused for another tool, other arguments, and somebody else', async () => {
    const { bench, first, retry } = await asked();
    const bob = new ModernPeer(bench, { principalKey: 'bob' });
    const nobody = new ModernPeer(bench);

    const replies = await Promise.all([
      retry(first.requestState, 'first', { name: 'other' }),
      retry(first.requestState, 'first', { sum: 6 }),
      retry(first.requestState, 'first', { as: bob }),
      retry(first.requestState, 'first', { as: nobody }),
    ]);

    expect(replies.map(said)).toEqual([REFUSED, REFUSED, REFUSED, REFUSED]);
  });

  it('is refused for a server of another name that shares the secret', async () => {
    const [clock, requestStateSecrets] = [new ManualClock(), [SECRET]];
    const mine = await asked({ clock, requestStateSecrets, name: 'mine' });
    const other = await asked({ clock, requestStateSecrets, name: 'other' });

    expect(said(await mine.retry(other.first.requestState, 'first'))).toBe(REFUSED);
  });

  it('may be answered by another process of the server, and each round by a different one', async () => {
    const [clock, requestStateSecrets] = [new ManualClock(), [SECRET]];
    const [one, other] = [
      await asked({ clock, requestStateSecrets }),
      await asked({ clock, requestStateSecrets }),
    ];

    const second = questionOf(await other.retry(one.first.requestState, 'first')) as Question;

    expect(said(await one.retry(second.requestState, 'question-1'))).toBe('first question-1');
  });

  it('expires to the millisecond, each round anew', async () => {
    const { bench, first, retry } = await asked();
    bench.clock.advance(599_999);
    const second = questionOf(await retry(first.requestState, 'first')) as Question;
    bench.clock.advance(1);
    expect(said(await retry(first.requestState, 'first'))).toBe(REFUSED);

    bench.clock.advance(599_998);
    expect(said(await retry(second.requestState, 'question-1'))).toBe('first question-1');
    bench.clock.advance(1);
    expect(said(await retry(second.requestState, 'question-1'))).toBe(REFUSED);
  });

  it('does not grow with rounds that bring nothing', async () => {
    const { first, peer } = await asked();
    let { requestState } = first;
    for (let round = 0; round < 5; round++) {
      const reply = await peer.call('ask', { sum: 5 }, { requestState });
      ({ requestState } = questionOf(reply) as Question);
    }

    expect(requestState).toHaveLength(first.requestState.length);
  });
});

describe('what ends a run with questions', () => {
  const keeping = (bytes: number) =>
    askingTool(async (ctx) => {
      await ctx.once('big', () => 'x'.repeat(bytes));
      return value(ctx, 'a');
    });

  const sizeFor = async (bytes: number) => {
    const reply = await new ModernPeer(await createBench({ tools: [keeping(bytes)] })).call('ask');
    if (reply === null || !('result' in reply)) throw new Error('not asked');
    return Buffer.byteLength(JSON.stringify(reply.result));
  };

  it('is bounded by maxResultBytes, to the byte', async () => {
    const exact = await sizeFor(3000);
    const replyWithin = async (maxResultBytes: number) => {
      const bench = await createBench({ tools: [keeping(3000)], limits: { maxResultBytes } });
      return new ModernPeer(bench).call('ask');
    };

    expect(questionOf(await replyWithin(exact))).toBeDefined();
    expect(said(await replyWithin(exact - 1))).toBe(
      JSON.stringify({ error: 'result_too_large', limit: exact - 1, retryable: false }),
    );
  });
});
