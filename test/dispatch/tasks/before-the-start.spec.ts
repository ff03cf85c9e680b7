import type { McpContext, RuntimeTool } from 'nest-mcp';
import { allow, ask, deny } from 'nest-mcp';
import { filled } from '../../support/asking-peer.js';
import { value } from '../../support/asking-tool.js';
import type { Received } from '../../support/core-peer.js';
import { CorePeer } from '../../support/core-peer.js';
import type { BenchOptions } from '../../support/dispatcher-bench.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { ExtensionPeer } from '../../support/extension-peer.js';
import { HeldTool } from '../../support/held-tool.js';
import type { Question } from '../../support/modern-peer.js';
import { settled } from '../../support/settled.js';

const APPROVE = { action: 'accept', content: { approve: true } };
const ASKS: BenchOptions['authorizer'] = {
  authorize: ({ name }) => (name === 'held' ? ask('Run it?') : allow()),
};

const textOf = (task: Received) => task.result.content[0].text;

describe('a call that needs approval', () => {
  async function approving() {
    const tool = new HeldTool('held', { task: 'optional' });
    const bench = await createBench({ tools: [tool.definition], authorizer: ASKS });
    return { bench, tool };
  }

  it('becomes a task of the extension once a person has agreed', async () => {
    const { tool, bench } = await approving();
    const peer = new ExtensionPeer(bench);
    const { requestState, inputRequests, ...asked } = await peer.question('held');
    expect(asked).not.toHaveProperty('taskId');
    expect(Object.keys(inputRequests)).toEqual(['approval']);
    expect(tool.runs).toHaveLength(0);

    const created = await peer.retry(requestState, 'held');

    expect(created).toMatchObject({ result: { resultType: 'task', status: 'working' } });
    expect(created).not.toHaveProperty('result.requestState');
    await settled();
    expect(tool.runs).toHaveLength(1);
  });

  it('becomes none of the extension once they have not', async () => {
    const { bench, tool } = await approving();
    const peer = new ExtensionPeer(bench);
    const { requestState } = await peer.question('held');

    const reply = await peer.retry(requestState, 'held', {}, { action: 'decline' });

    expect(reply).toMatchObject({ result: { resultType: 'complete', isError: true } });
    expect(tool.runs).toHaveLength(0);
  });

  it('becomes a task of 2025-11-25 once a person has agreed, on the stream of the call', async () => {
    const { bench, tool } = await approving();
    const peer = new CorePeer(bench);
    const request = peer.request('tools/call', { name: 'held', arguments: {}, task: {} });
    await settled();
    expect(request.stream).toMatchObject([{ method: 'elicitation/create' }]);
    expect([tool.runs.length, bench.dispatcher.snapshot().tasks]).toEqual([0, 0]);

    await peer.answer(request.stream[0], { result: APPROVE });

    expect(await request.answer).toMatchObject({ result: { task: { status: 'working' } } });
    await settled();
    expect(tool.runs).toHaveLength(1);
  });

  it('becomes none of 2025-11-25 once they have not', async () => {
    const { bench, tool } = await approving();
    const peer = new CorePeer(bench);
    const request = peer.request('tools/call', { name: 'held', arguments: {}, task: {} });
    await settled();

    await peer.answer(request.stream[0], { result: { action: 'decline' } });

    const reply = await request.answer;
    expect(reply?.result).toMatchObject({ isError: true });
    expect(reply?.result).not.toHaveProperty('task');
    expect(tool.runs).toHaveLength(0);
  });

  it('that is denied becomes none', async () => {
    const tool = new HeldTool('held', { task: 'required' });
    const bench = await createBench({
      tools: [tool.definition],
      authorizer: { authorize: () => deny('not you') },
    });

    const replies = [
      await new CorePeer(bench).call('held', {}, { task: {} }),
      await new ExtensionPeer(bench).call('held'),
    ];

    for (const reply of replies) expect(reply).toMatchObject({ result: { isError: true } });
    expect(tool.runs).toHaveLength(0);
  });
});

/** Asks, becomes a task, and asks again. */
const staged = (log: string[] = []): RuntimeTool => ({
  name: 'staged',
  task: { starts: 'when-told' },
  handler: async (_args: unknown, ctx: McpContext) => {
    const first = await value(ctx, 'first?');
    const isTask = await ctx.startTask({ statusMessage: 'begun' });
    log.push(`${isTask} ${ctx.taskId}`);
    const second = await value(ctx, 'second?', 'second');
    return `${first} ${second}`;
  },
});

describe('a tool that asks before it becomes a task', () => {
  it('is answered in rounds before there is one (2026-07-28)', async () => {
    const log: string[] = [];
    const bench = await createBench({ tools: [staged(log)] });
    const peer = new ExtensionPeer(bench);
    const { requestState, inputRequests, ...asked } = await peer.question('staged');
    expect(asked).toMatchObject({ resultType: 'input_required' });
    expect(asked).not.toHaveProperty('taskId');
    expect([log, bench.dispatcher.snapshot().tasks]).toEqual([[], 0]);

    const [key = ''] = Object.keys(inputRequests);
    const taskId = await peer.start(
      'staged',
      {},
      {
        requestState,
        inputResponses: { [key]: filled('a').result },
      },
    );
    await settled();

    expect(log).toEqual([`true ${taskId}`]);
    expect(await peer.get(taskId)).toMatchObject({
      status: 'input_required',
      statusMessage: 'begun',
      inputRequests: { second: { params: { message: 'second?' } } },
    });
    await peer.update(taskId, { second: filled('b').result });
    await settled();
    expect(textOf(await peer.get(taskId))).toBe('a b');
  });

  it('knows in the task what was answered before, under a key', async () => {
    const keyed: RuntimeTool = {
      name: 'keyed',
      task: { starts: 'when-told' },
      handler: async (_args: unknown, ctx: McpContext) => {
        await value(ctx, 'first?', 'first');
        await ctx.startTask();
        return value(ctx, 'first?', 'first');
      },
    };
    const bench = await createBench({ tools: [keyed] });
    const peer = new ExtensionPeer(bench);
    const { requestState } = await peer.question('keyed');
    const taskId = await peer.start(
      'keyed',
      {},
      {
        requestState,
        inputResponses: { first: filled('a').result },
      },
    );
    await settled();

    expect(textOf(await peer.get(taskId))).toBe('a');
  });

  it('asks again what has no key, though it was asked before in the same words', async () => {
    const unnamed: RuntimeTool = {
      name: 'unnamed',
      task: { starts: 'when-told' },
      handler: async (_args: unknown, ctx: McpContext) => {
        const before = await value(ctx, 'next?');
        await ctx.startTask();
        return `${before} ${await value(ctx, 'next?')}`;
      },
    };
    const bench = await createBench({ tools: [unnamed] });
    const peer = new ExtensionPeer(bench);
    const { requestState } = await peer.question('unnamed');
    const inputResponses = { 'question-1': filled('a').result };
    const taskId = await peer.start('unnamed', {}, { requestState, inputResponses });
    const [key = ''] = Object.keys((await peer.get(taskId)).inputRequests ?? {});
    await peer.update(taskId, { [key]: filled('b').result });
    await settled();

    expect(textOf(await peer.get(taskId))).toBe('a b');
  });

  it('asks in the task from the start in 2025-11-25', async () => {
    const bench = await createBench({ tools: [staged()] });
    const peer = new CorePeer(bench);
    const waiter = await peer.wait(await peer.start('staged'));
    await peer.answer(waiter.stream[0], filled('a'));
    await peer.answer(waiter.stream[1], filled('b'));

    expect((await waiter.answer)?.result).toMatchObject({ content: [{ text: 'a b' }] });
  });

  it('asks on the stream of its call where the client wants no task', async () => {
    const log: string[] = [];
    const bench = await createBench({ tools: [staged(log)] });
    const peer = new CorePeer(bench);
    const request = peer.request('tools/call', { name: 'staged', arguments: {} });
    await settled();
    await peer.answer(request.stream[0], filled('a'));
    await peer.answer(request.stream[1], filled('b'));

    expect((await request.answer)?.result).toMatchObject({ content: [{ text: 'a b' }] });
    expect(log).toEqual(['false undefined']);
  });

  it('asks in rounds where the client follows no tasks (2026-07-28)', async () => {
    const bench = await createBench({ tools: [staged()] });
    const peer = new ExtensionPeer(bench, { capabilities: { elicitation: {} } });
    let reply: Question = await peer.question('staged');
    const rounds: string[][] = [];
    while (reply.resultType === 'input_required') {
      const keys = Object.keys(reply.inputRequests);
      rounds.push(keys);
      const inputResponses = Object.fromEntries(keys.map((key) => [key, filled(key).result]));
      const { requestState } = reply;
      const next = await peer.call('staged', {}, { requestState, inputResponses });
      reply = (next as unknown as { result: Question }).result;
    }

    expect(rounds).toEqual([['question-1'], ['second']]);
    expect(reply).toMatchObject({ content: [{ text: 'question-1 second' }] });
  });

  it('becomes none while a question is open, though its code goes on', async () => {
    const log: string[] = [];
    const careless: RuntimeTool = {
      name: 'careless',
      task: { starts: 'when-told' },
      handler: async (_args: unknown, ctx: McpContext) => {
        const first = await value(ctx, 'first?').catch(() => 'swallowed');
        log.push(first);
        await ctx.startTask();
        log.push('task');
        return first;
      },
    };
    const bench = await createBench({ tools: [careless] });
    const peer = new ExtensionPeer(bench);

    const { requestState, inputRequests } = await peer.question('careless');

    expect(Object.keys(inputRequests)).toEqual(['question-1']);
    expect([log, bench.dispatcher.snapshot().tasks]).toEqual([['swallowed'], 0]);
    const taskId = await peer.start(
      'careless',
      {},
      {
        requestState,
        inputResponses: { 'question-1': filled('a').result },
      },
    );
    await settled();
    expect(textOf(await peer.get(taskId))).toBe('a');
  });

  it('becomes none with answers that are not valid', async () => {
    const bench = await createBench({ tools: [staged()] });
    const peer = new ExtensionPeer(bench);
    const { requestState } = await peer.question('staged');

    const reply = await peer.call(
      'staged',
      {},
      {
        requestState,
        inputResponses: { 'question-1': filled('').result },
      },
    );

    expect(reply).toMatchObject({ error: { code: -32602 } });
    expect(bench.dispatcher.snapshot().tasks).toBe(0);
  });
});

describe('what a tool keeps with ctx.once()', () => {
  it('before its task is there in it, and made once', async () => {
    let made = 0;
    const tool: RuntimeTool = {
      name: 'keeping',
      task: { starts: 'when-told' },
      handler: async (_args: unknown, ctx: McpContext) => {
        const before = await ctx.once('number', () => ++made);
        await value(ctx, 'first?');
        await ctx.startTask();
        const within = await ctx.once('number', () => ++made);
        const other = await ctx.once('other', () => ++made);
        return [before, within, other, await ctx.once('other', () => ++made)].join();
      },
    };
    const bench = await createBench({ tools: [tool] });
    const peer = new ExtensionPeer(bench);
    const { requestState } = await peer.question('keeping');
    const taskId = await peer.start(
      'keeping',
      {},
      {
        requestState,
        inputResponses: { 'question-1': filled('a').result },
      },
    );
    await settled();

    expect(textOf(await peer.get(taskId))).toBe('1,1,2,2');
  });
});
