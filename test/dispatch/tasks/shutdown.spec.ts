import { MemoryTaskStore } from '../../../src/tasks/memory-task-store.js';
import { CorePeer } from '../../support/core-peer.js';
import type { DispatcherBench } from '../../support/dispatcher-bench.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { ExtensionPeer } from '../../support/extension-peer.js';
import { HeldTool } from '../../support/held-tool.js';
import { ManualClock } from '../../support/manual-clock.js';
import { settled } from '../../support/settled.js';

const ERAS = [
  { era: '2025-11-25', open: (bench: DispatcherBench) => new CorePeer(bench) },
  { era: '2026-07-28', open: (bench: DispatcherBench) => new ExtensionPeer(bench) },
] as const;

async function running(open: (bench: DispatcherBench) => CorePeer | ExtensionPeer) {
  const clock = new ManualClock();
  const store = new MemoryTaskStore(clock);
  const tool = new HeldTool('held', { task: 'optional' });
  const bench = await createBench({ clock, tools: [tool.definition], tasks: { store } });
  const taskId = await open(bench).start('held');
  const find = () => store.get(taskId);
  return { bench, clock, tool, taskId, find, store };
}

describe.each(ERAS)('when the server stops, a task of $era', ({ open }) => {
  it('may end in the time that is left, and is kept', async () => {
    const { bench, tool, find } = await running(open);
    let isOver = false;
    const draining = bench.dispatcher.drain(2_000).then(() => (isOver = true));
    await settled();
    expect([isOver, tool.run().signal.aborted]).toEqual([false, false]);

    tool.run().finish('in time');
    await draining;

    expect(await find()).toMatchObject({
      status: 'completed',
      outcome: { result: { content: [{ text: 'in time' }] } },
    });
  });

  it('fails when that is over, and says why', async () => {
    const { bench, clock, tool, find } = await running(open);
    const draining = bench.dispatcher.drain(2_000);
    clock.advance(1_999);
    await settled();
    expect(await find()).toMatchObject({ status: 'working' });

    clock.advance(1);
    await draining;
    await settled();

    expect(await find()).toMatchObject({
      status: 'failed',
      outcome: { error: { code: -32603 } },
    });
    expect(tool.run().signal.aborted).toBe(true);
    expect(bench.dispatcher.snapshot()).toMatchObject({ tasks: 0, inFlight: 0, pending: 0 });
  });

  it('leaves no timer but that of its time', async () => {
    const { bench, clock, tool, store } = await running(open);
    const draining = bench.dispatcher.drain(0);
    clock.advance(1);
    await draining;
    tool.finishAll();
    await settled();

    expect(clock.timers).toBe(1);
    clock.advance(3_600_000);
    expect([clock.timers, store.size]).toEqual([0, 0]);
  });
});

describe('when the server stops', () => {
  it('whoever waits for a task hears of its end', async () => {
    const tool = new HeldTool('held', { task: 'optional' });
    const bench = await createBench({ tools: [tool.definition] });
    const peer = new CorePeer(bench);
    const waiter = await peer.wait(await peer.start('held'));

    const draining = bench.dispatcher.drain(2_000);
    tool.run().finish('in time');

    expect((await waiter.answer)?.result).toMatchObject({ content: [{ text: 'in time' }] });
    await draining;
  });

  it('none begins of a call that was there before', async () => {
    const tool = new HeldTool('told', { task: { starts: 'when-told' } });
    const clock = new ManualClock();
    const store = new MemoryTaskStore(clock);
    const bench = await createBench({ clock, tools: [tool.definition], tasks: { store } });
    const reply = new ExtensionPeer(bench).call('told');
    await settled();
    const draining = bench.dispatcher.drain(2_000);

    await expect(tool.run().context.startTask()).rejects.toMatchObject({ code: -32603 });
    tool.run().finish('in time');

    expect(await reply).toMatchObject({ result: { content: [{ text: 'in time' }] } });
    await draining;
    expect([store.size, clock.timers]).toEqual([0, 0]);
  });

  it('no other task begins', async () => {
    const tool = new HeldTool('held', { task: 'optional' });
    const bench = await createBench({ tools: [tool.definition] });
    const core = new CorePeer(bench);
    await bench.dispatcher.drain(0);

    const replies = [
      await core.call('held', {}, { task: {} }),
      await new ExtensionPeer(bench).call('held'),
    ];

    for (const reply of replies) expect(reply).toMatchObject({ error: { code: -32603 } });
    expect(tool.runs).toHaveLength(0);
  });
});
