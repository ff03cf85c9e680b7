import type { McpContext } from 'nest-mcp';
import { MemoryTaskStore } from '../../../src/tasks/memory-task-store.js';
import { askingTool, value } from '../../support/asking-tool.js';
import { CorePeer } from '../../support/core-peer.js';
import type { DispatcherBench } from '../../support/dispatcher-bench.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { ExtensionPeer } from '../../support/extension-peer.js';
import { HeldTool } from '../../support/held-tool.js';
import { ManualClock } from '../../support/manual-clock.js';
import { settled } from '../../support/settled.js';

const ERAS = [
  {
    era: '2025-11-25',
    open: (bench: DispatcherBench) => new CorePeer(bench),
    cancelled: { result: { status: 'cancelled', statusMessage: 'by the client' } },
    tooLate: { error: { code: -32602, message: 'tasks/cancel: the task has ended already' } },
  },
  {
    era: '2026-07-28',
    open: (bench: DispatcherBench) => new ExtensionPeer(bench),
    cancelled: { result: { resultType: 'complete' } },
    tooLate: { result: { resultType: 'complete' } },
  },
] as const;

async function heldBench() {
  const clock = new ManualClock();
  const store = new MemoryTaskStore(clock);
  const tool = new HeldTool('held', { task: 'optional' });
  const asks = askingTool((ctx: McpContext) => value(ctx, 'name?'), { task: 'optional' });
  const bench = await createBench({ clock, tools: [tool.definition, asks], tasks: { store } });
  return { bench, tool, store, clock };
}

describe.each(ERAS)('tasks/cancel in $era', ({ open, cancelled, tooLate }) => {
  it('ends a task that works before it answers', async () => {
    const { bench } = await heldBench();
    const peer = open(bench);
    const taskId = await peer.start('held');

    expect(await peer.ask('tasks/cancel', { taskId })).toMatchObject(cancelled);

    expect(await peer.get(taskId)).toMatchObject({ taskId, status: 'cancelled' });
  });

  it('aborts the signal of its tool with the reason of a cancellation', async () => {
    const { bench, tool } = await heldBench();
    const peer = open(bench);
    const taskId = await peer.start('held');
    expect(tool.run().signal.aborted).toBe(false);

    await peer.ask('tasks/cancel', { taskId });
    await settled();

    expect(tool.run().signal.reason).toMatchObject({
      name: 'McpCancelledError',
      message: expect.stringContaining('by the client'),
    });
  });

  it('stands, whatever a tool that does not heed its signal gives later', async () => {
    const { bench, tool } = await heldBench();
    const peer = open(bench);
    const [first, second] = [await peer.start('held'), await peer.start('held')];
    await peer.ask('tasks/cancel', { taskId: first });
    await peer.ask('tasks/cancel', { taskId: second });
    await settled();
    expect(bench.dispatcher.snapshot()).toMatchObject({ tasks: 0, inFlight: 0 });

    tool.run(0).finish('late');
    tool.run(1).fail(new Error('later'));
    await settled();

    for (const taskId of [first, second]) {
      const task = await peer.get(taskId);
      expect(task).toMatchObject({ status: 'cancelled' });
      expect(task).not.toHaveProperty('result');
      expect(task).not.toHaveProperty('error');
    }
  });

  it('counts a tool that does not heed its signal as given up until it ends', async () => {
    const { bench, tool } = await heldBench();
    const peer = open(bench);
    await peer.ask('tasks/cancel', { taskId: await peer.start('held') });
    await settled();
    const given = { type: 'abandoned', reason: 'cancelled', name: 'held' };
    expect(bench.events).toContainEqual(expect.objectContaining(given));

    tool.run().finish();
    await settled();

    expect(bench.events).toContainEqual(expect.objectContaining({ type: 'ended_late' }));
  });

  it('ends a task that waits for an answer, and its question', async () => {
    const { bench } = await heldBench();
    const peer = open(bench);
    const taskId = await peer.start('ask');
    await settled();
    expect(await peer.get(taskId)).toMatchObject({ status: 'input_required' });

    expect(await peer.ask('tasks/cancel', { taskId })).toMatchObject(cancelled);
    await settled();

    const task = await peer.get(taskId);
    expect(task).toMatchObject({ status: 'cancelled' });
    expect(task).not.toHaveProperty('inputRequests');
    const stored = await bench.dispatcher.tasks.find(taskId);
    expect([stored?.questions, stored?.answers]).toEqual([{}, {}]);
    expect(bench.dispatcher.snapshot()).toMatchObject({ tasks: 0, inFlight: 0, parked: 0 });
  });

  it('changes nothing of a task that has ended', async () => {
    const { bench, tool } = await heldBench();
    const peer = open(bench);
    const [completed, failed] = [await peer.start('held'), await peer.start('held')];
    tool.run(0).finish();
    tool.run(1).fail(new Error('x'));
    await settled();
    const before = await Promise.all([completed, failed].map((taskId) => peer.get(taskId)));

    for (const taskId of [completed, failed]) {
      expect(await peer.ask('tasks/cancel', { taskId })).toMatchObject(tooLate);
    }

    const after = await Promise.all([completed, failed].map((taskId) => peer.get(taskId)));
    expect(after).toEqual(before);
  });

  it('of a cancelled task is too late as well', async () => {
    const { bench } = await heldBench();
    const peer = open(bench);
    const taskId = await peer.start('held');
    await peer.ask('tasks/cancel', { taskId });

    expect(await peer.ask('tasks/cancel', { taskId })).toMatchObject(tooLate);
  });

  it('lets one of two win', async () => {
    const { bench } = await heldBench();
    const peer = open(bench);
    const taskId = await peer.start('held');

    const replies = await Promise.all([
      peer.ask('tasks/cancel', { taskId }),
      peer.ask('tasks/cancel', { taskId }),
    ]);

    expect(replies[0]).toMatchObject(cancelled);
    expect(replies[1]).toMatchObject(tooLate);
  });

  it('leaves no timer but that of the time it is kept', async () => {
    const { bench, tool, store, clock } = await heldBench();
    const peer = open(bench);
    await peer.ask('tasks/cancel', { taskId: await peer.start('held') });
    tool.finishAll();
    await settled();

    expect([store.size, clock.timers]).toEqual([1, 1]);
    clock.advance(60_000);
    await settled();
    expect([store.size, clock.timers]).toEqual([0, 0]);
  });
});

describe('notifications/cancelled', () => {
  it('of the call that made a task does not touch the task', async () => {
    const { bench, tool } = await heldBench();
    const peer = new CorePeer(bench);
    const request = peer.request('tools/call', { name: 'held', arguments: {}, task: {} });
    const created = await request.answer;

    request.cancel();
    await settled();

    expect(tool.run().signal.aborted).toBe(false);
    expect(await peer.get(created?.result.task.taskId)).toMatchObject({ status: 'working' });
  });
});

describe('the application', () => {
  it('calls a task off with its own words, once', async () => {
    const { bench, tool } = await heldBench();
    const peer = new ExtensionPeer(bench);
    const taskId = await peer.start('held');

    const { tasks } = bench.dispatcher;
    expect(await tasks.cancel(taskId, 'closing time')).toBe(true);
    expect(await tasks.cancel(taskId)).toBe(false);
    expect(await tasks.cancel('none')).toBe(false);
    await settled();

    expect(await peer.get(taskId)).toMatchObject({
      status: 'cancelled',
      statusMessage: 'closing time',
    });
    expect(tool.run().signal.aborted).toBe(true);
  });

  it('finds a task, whoever owns it', async () => {
    const { bench } = await heldBench();
    const taskId = await new ExtensionPeer(bench, { principalKey: 'ann' }).start('held');

    const { tasks } = bench.dispatcher;
    expect(await tasks.find(taskId)).toMatchObject({ v: 1, taskId, tool: 'held' });
    expect(await tasks.find('none')).toBeUndefined();
    await tasks.cancel(taskId);
    expect(await tasks.find(taskId)).toMatchObject({ statusMessage: 'by the server' });
  });
});
