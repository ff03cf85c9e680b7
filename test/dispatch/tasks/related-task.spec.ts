import type { McpContext, RuntimeTool } from 'nest-mcp';
import { filled } from '../../support/asking-peer.js';
import { askingTool, value } from '../../support/asking-tool.js';
import { CorePeer } from '../../support/core-peer.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { ExtensionPeer } from '../../support/extension-peer.js';
import { settled } from '../../support/settled.js';

const RELATED = 'io.modelcontextprotocol/related-task';

/** Tells, logs, asks and ends. */
const talkative: RuntimeTool = askingTool(
  async (ctx: McpContext) => {
    await ctx.progress(1, { message: 'begun' });
    await ctx.log('info', 'begun');
    return value(ctx, 'name?');
  },
  { task: 'optional' },
);

const TOKEN = { _meta: { progressToken: 'p' } };

const isTold = (message: unknown) => JSON.stringify(message).includes(RELATED);

describe('which task a message of 2025-11-25 is about', () => {
  async function talk() {
    const bench = await createBench({ tools: [talkative] });
    const peer = new CorePeer(bench);
    const created = await peer.call('ask', {}, { task: {}, ...TOKEN });
    await settled();
    const taskId = String(created?.result.task.taskId);
    return { peer, created, taskId, related: { [RELATED]: { taskId } } };
  }

  it('is in the answer that creates it, in progress, log messages, questions and the result', async () => {
    const { peer, created, taskId, related } = await talk();
    const waiter = await peer.wait(taskId);
    await peer.answer(waiter.stream[0], filled('Ada'));

    const [progress, log] = ['notifications/progress', 'notifications/message'].map((method) =>
      peer.pushed.find((message) => message.method === method),
    );
    expect(created?.result._meta).toEqual(related);
    expect(progress?.params._meta).toEqual(related);
    expect(log?.params._meta).toEqual(related);
    expect(waiter.stream[0]).toMatchObject({ method: 'elicitation/create' });
    expect(waiter.stream[0]?.params._meta).toEqual(related);
    expect((await waiter.answer)?.result._meta).toEqual(related);
  });

  it('is in the notice that takes a question back', async () => {
    const { peer, taskId, related } = await talk();
    const waiter = await peer.wait(taskId);

    waiter.cancel();
    await settled();

    expect(waiter.stream.at(-1)).toMatchObject({ method: 'notifications/cancelled' });
    expect(waiter.stream.at(-1)?.params._meta).toEqual(related);
  });

  it('is not beside a task that says its id itself', async () => {
    const { peer, taskId } = await talk();

    const listed = await peer.ask('tasks/list');
    const cancelled = await peer.ask('tasks/cancel', { taskId });
    await settled();
    const statuses = peer.pushed.filter(({ method }) => method === 'notifications/tasks/status');

    expect(statuses).toHaveLength(2);
    for (const message of [await peer.get(taskId), listed, cancelled, ...statuses]) {
      expect(isTold(message)).toBe(false);
    }
  });

  it('is in nothing of a plain call', async () => {
    const bench = await createBench({ tools: [talkative] });
    const peer = new CorePeer(bench);
    const request = peer.request('tools/call', { name: 'ask', arguments: {}, ...TOKEN });
    await settled();
    const question = request.stream.find(({ method }) => method === 'elicitation/create');
    await peer.answer(question, filled('Ada'));

    expect(request.stream.map(({ method }) => method)).toEqual([
      'notifications/progress',
      'notifications/message',
      'elicitation/create',
    ]);
    for (const message of [await request.answer, ...request.stream, ...peer.pushed]) {
      expect(isTold(message)).toBe(false);
    }
  });
});

describe('a task of the extension', () => {
  it('says nothing of the kind', async () => {
    const bench = await createBench({ tools: [talkative] });
    const peer = new ExtensionPeer(bench);
    const created = await peer.call('ask', {}, TOKEN);
    const { taskId } = (created as unknown as { result: { taskId: string } }).result;
    await settled();
    const asked = await peer.get(taskId);
    await peer.update(taskId, { 'question-1': filled('Ada').result });
    await settled();

    const ended = await peer.get(taskId);
    expect([asked.status, ended.status]).toEqual(['input_required', 'completed']);
    for (const message of [created, asked, ended]) expect(isTold(message)).toBe(false);
  });
});
