import type { McpContext } from 'nest-mcp';
import { filled } from '../../support/asking-peer.js';
import { askingTool, value } from '../../support/asking-tool.js';
import { CorePeer } from '../../support/core-peer.js';
import type { BenchOptions } from '../../support/dispatcher-bench.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { ExtensionPeer } from '../../support/extension-peer.js';
import { HeldTool } from '../../support/held-tool.js';
import { settled } from '../../support/settled.js';

async function heldBench(options: BenchOptions = {}) {
  const tool = new HeldTool('held', { task: 'optional' });
  const asks = askingTool((ctx: McpContext) => value(ctx, 'name?'), { task: 'optional' });
  const bench = await createBench({ tools: [tool.definition, asks], ...options });
  return { bench, tool };
}

describe('the status of a task', () => {
  it('is told on the stream of its session when it changes, as tasks/get shows it', async () => {
    const { bench, tool } = await heldBench();
    const peer = new CorePeer(bench);
    const taskId = await peer.start('held');
    expect(peer.pushed).toEqual([]);

    tool.run().finish();
    await settled();

    expect(peer.pushed).toEqual([
      {
        jsonrpc: '2.0',
        method: 'notifications/tasks/status',
        params: await peer.get(taskId),
      },
    ]);
    expect(peer.pushed[0]?.params).toMatchObject({ status: 'completed', ttl: 60_000 });
  });

  it('is told each time, and only then', async () => {
    const { bench } = await heldBench();
    const peer = new CorePeer(bench);
    const taskId = await peer.start('ask');
    await settled();
    expect(peer.told).toEqual(['input_required']);
    const waiter = await peer.wait(taskId);

    await peer.answer(waiter.stream[0], filled('Ada'));

    expect(peer.told).toEqual(['input_required', 'working', 'completed']);
  });

  it('is told of a task that is cancelled', async () => {
    const { bench } = await heldBench();
    const peer = new CorePeer(bench);
    const taskId = await peer.start('held');

    await peer.ask('tasks/cancel', { taskId });
    await settled();

    expect(peer.told).toEqual(['cancelled']);
  });

  it('is told of a task that failed', async () => {
    const { bench, tool } = await heldBench();
    const peer = new CorePeer(bench);
    await peer.start('held');
    tool.run().fail(new Error('x'));
    await settled();

    expect(peer.told).toEqual(['failed']);
  });

  it('is not told where the option says so', async () => {
    const { bench, tool } = await heldBench({ tasks: { statusNotifications: false } });
    const peer = new CorePeer(bench);
    await peer.start('held');
    tool.run().finish();
    await settled();

    expect(peer.pushed).toEqual([]);
  });

  it('is not told to other sessions, of the same principal neither', async () => {
    const { bench, tool } = await heldBench();
    const peer = new CorePeer(bench, { id: 'one', principalKey: 'ann' });
    const others = [
      new CorePeer(bench, { id: 'two', principalKey: 'ann' }),
      new CorePeer(bench, { id: 'three' }),
    ];
    await peer.start('held');
    tool.run().finish();
    await settled();

    expect(peer.told).toEqual(['completed']);
    for (const other of others) expect(other.pushed).toEqual([]);
  });

  it('is told by the application too, where the task is now', async () => {
    const { bench, tool } = await heldBench({ tasks: { statusNotifications: false } });
    const peer = new CorePeer(bench);
    const taskId = await peer.start('held');
    await tool.run().context.progress(1, { message: 'half way' });
    await settled();

    await bench.dispatcher.tasks.notifyStatus(taskId);

    expect(peer.pushed).toEqual([
      { jsonrpc: '2.0', method: 'notifications/tasks/status', params: await peer.get(taskId) },
    ]);
    expect(peer.pushed[0]?.params).toMatchObject({ statusMessage: 'half way' });
  });

  it('of a task there is not, or not here, is told to nobody', async () => {
    const { bench, tool } = await heldBench({ tasks: { statusNotifications: false } });
    const peer = new CorePeer(bench);
    const taskId = await peer.start('held');
    const modern = await new ExtensionPeer(bench).start('held');
    tool.run(0).finish();
    await settled();

    const { tasks } = bench.dispatcher;
    for (const id of [taskId, modern, 'none']) await tasks.notifyStatus(id);

    expect(peer.pushed).toEqual([]);
  });
});
