import type { McpContext } from 'nest-mcp';
import { filled } from '../../support/asking-peer.js';
import { askingTool, value } from '../../support/asking-tool.js';
import { CorePeer } from '../../support/core-peer.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { ExtensionPeer } from '../../support/extension-peer.js';
import { settled } from '../../support/settled.js';

async function twoEras() {
  const bench = await createBench({
    tools: [askingTool((ctx: McpContext) => value(ctx, 'name?', 'name'), { task: 'optional' })],
  });
  const core = new CorePeer(bench, { principalKey: 'ann' });
  const extension = new ExtensionPeer(bench, { principalKey: 'ann' });
  return { bench, core, extension };
}

describe('a principal that speaks both revisions', () => {
  it('answers in 2026-07-28 what a task of 2025-11-25 asks', async () => {
    const { core, extension } = await twoEras();
    const taskId = await core.start('ask');
    await settled();
    const waiter = await core.wait(taskId);
    expect(waiter.stream).toHaveLength(1);
    expect(await extension.get(taskId)).toMatchObject({ inputRequests: { name: {} } });

    await extension.update(taskId, { name: filled('Ada').result });

    expect((await waiter.answer)?.result).toMatchObject({ content: [{ text: 'Ada' }] });
    expect(waiter.stream.at(-1)).toMatchObject({
      method: 'notifications/cancelled',
      params: { requestId: waiter.stream[0]?.id },
    });
    expect(await extension.get(taskId)).toMatchObject({ status: 'completed' });
  });

  it('is not asked any more what it has answered elsewhere, while the task goes on', async () => {
    const bench = await createBench({
      tools: [
        askingTool(
          async (ctx) =>
            (await Promise.all([value(ctx, '1?', 'one'), value(ctx, '2?', 'two')])).join(),
          { task: 'optional' },
        ),
      ],
    });
    const core = new CorePeer(bench, { principalKey: 'ann' });
    const extension = new ExtensionPeer(bench, { principalKey: 'ann' });
    const taskId = await core.start('ask');
    const waiter = await core.wait(taskId);
    expect(waiter.stream).toHaveLength(2);

    await extension.update(taskId, { one: filled('a').result });
    await settled();

    expect(waiter.stream.slice(2)).toMatchObject([
      { method: 'notifications/cancelled', params: { requestId: waiter.stream[0]?.id } },
    ]);
    await core.answer(waiter.stream[1], filled('b'));
    expect((await waiter.answer)?.result).toMatchObject({ content: [{ text: 'a,b' }] });
  });

  it('answers in 2025-11-25 what a task of the extension asks', async () => {
    const { core, extension } = await twoEras();
    const taskId = await extension.start('ask');
    await settled();
    const waiter = await core.wait(taskId);

    await core.answer(waiter.stream[0], filled('Ada'));

    expect((await waiter.answer)?.result).toMatchObject({ content: [{ text: 'Ada' }] });
    expect(await extension.get(taskId)).toMatchObject({
      status: 'completed',
      result: { content: [{ text: 'Ada' }] },
    });
  });

  it('calls off in one what began in the other', async () => {
    const { core, extension } = await twoEras();
    const [first, second] = [await core.start('ask'), await extension.start('ask')];

    await extension.ask('tasks/cancel', { taskId: first });
    expect(await core.ask('tasks/cancel', { taskId: second })).toMatchObject({
      result: { status: 'cancelled' },
    });

    expect(await core.get(first)).toMatchObject({ status: 'cancelled' });
    expect(await extension.get(second)).toMatchObject({ status: 'cancelled' });
  });

  it('is told in the session of a task of that alone', async () => {
    const { core, extension } = await twoEras();
    await extension.start('ask');
    await settled();

    expect(core.pushed).toEqual([]);
  });
});
