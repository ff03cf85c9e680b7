import { MemoryTaskStore } from '../../../src/tasks/memory-task-store.js';
import { CorePeer } from '../../support/core-peer.js';
import type { BenchOptions } from '../../support/dispatcher-bench.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { ExtensionPeer } from '../../support/extension-peer.js';
import { HeldTool } from '../../support/held-tool.js';
import { ManualClock } from '../../support/manual-clock.js';
import { settled } from '../../support/settled.js';

async function heldBench(tasks: BenchOptions['tasks'] = {}) {
  const clock = new ManualClock();
  const store = new MemoryTaskStore(clock);
  const tool = new HeldTool('held', { task: 'optional' });
  const bench = await createBench({ clock, tools: [tool.definition], tasks: { store, ...tasks } });
  return { bench, clock, store, tool };
}

describe('when a session ends', () => {
  it('its tasks are called off', async () => {
    const { bench, tool } = await heldBench();
    const peer = new CorePeer(bench, { principalKey: 'ann' });
    const taskId = await peer.start('held');

    await peer.end();

    expect(tool.run().signal.reason).toMatchObject({
      name: 'McpCancelledError',
      message: expect.stringContaining('the session ended'),
    });
    expect(bench.dispatcher.snapshot()).toMatchObject({ tasks: 0, inFlight: 0 });
    expect(
      await new CorePeer(bench, { id: 'again', principalKey: 'ann' }).get(taskId),
    ).toMatchObject({ status: 'cancelled', statusMessage: 'the session ended' });
  });

  it('a call that waits for one gets no answer, and leaves nothing', async () => {
    const { bench } = await heldBench();
    const peer = new CorePeer(bench, { principalKey: 'ann' });
    const waiter = await peer.wait(await peer.start('held'));

    await peer.end();

    expect(await waiter.answer).toBeNull();
    expect(bench.dispatcher.snapshot()).toMatchObject({ pending: 0, tasks: 0 });
  });

  it('those that only it could use are forgotten, ended ones too', async () => {
    const { bench, tool, store, clock } = await heldBench({ onSessionEnd: 'keep' });
    const peer = new CorePeer(bench);
    await peer.start('held');
    tool.run(0).finish();
    await peer.start('held');
    await settled();
    expect(store.size).toBe(2);

    await peer.end();

    expect(tool.run(1).signal.reason).toMatchObject({
      message: expect.stringContaining('the session ended'),
    });
    expect(store.size).toBe(0);
    tool.finishAll();
    await settled();
    expect(clock.timers).toBe(0);
  });

  it('those of a principal go on where the application says so, and are found again', async () => {
    const { bench, tool } = await heldBench({ onSessionEnd: 'keep' });
    const peer = new CorePeer(bench, { principalKey: 'ann' });
    const taskId = await peer.start('held');

    await peer.end();
    expect(tool.run().signal.aborted).toBe(false);
    const again = new CorePeer(bench, { id: 'again', principalKey: 'ann' });
    const waiter = await again.wait(taskId);
    tool.run().finish('kept');

    expect((await waiter.answer)?.result).toMatchObject({ content: [{ text: 'kept' }] });
  });

  it('what is kept of a principal stays, also if it was called off', async () => {
    const { bench, tool, store } = await heldBench();
    const peer = new CorePeer(bench, { principalKey: 'ann' });
    const taskId = await peer.start('held');
    tool.run().finish('done');
    await settled();

    await peer.end();

    expect(store.size).toBe(1);
    expect(await new ExtensionPeer(bench, { principalKey: 'ann' }).get(taskId)).toMatchObject({
      status: 'completed',
    });
  });

  it('tasks of other sessions and of no session go on', async () => {
    const { bench, tool } = await heldBench();
    const peer = new CorePeer(bench, { id: 'one', principalKey: 'ann' });
    const other = new CorePeer(bench, { id: 'two', principalKey: 'ann' });
    await peer.start('held');
    await other.start('held');
    await new ExtensionPeer(bench, { principalKey: 'ann' }).start('held');

    await peer.end();

    expect(tool.runs.map(({ signal }) => signal.aborted)).toEqual([true, false, false]);
  });

  it('nothing more is sent to it', async () => {
    const { bench, tool } = await heldBench({ onSessionEnd: 'keep' });
    const peer = new CorePeer(bench, { principalKey: 'ann' });
    await peer.start('held', {}, { _meta: { progressToken: 'p' } });
    await peer.end();
    const before = peer.pushed.length;

    await tool.run().context.progress(1, { message: 'half' });
    tool.run().finish();
    await settled();

    expect(peer.pushed).toHaveLength(before);
  });
});
