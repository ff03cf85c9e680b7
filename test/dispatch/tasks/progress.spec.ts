import { deferred } from '../../../src/protocol/deferred.js';
import { MemoryTaskStore } from '../../../src/tasks/memory-task-store.js';
import { CorePeer } from '../../support/core-peer.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { ExtensionPeer, FOLLOWS } from '../../support/extension-peer.js';
import { HeldTool } from '../../support/held-tool.js';
import { ManualClock } from '../../support/manual-clock.js';
import { MemoryWire } from '../../support/memory-wire.js';
import { settled } from '../../support/settled.js';
import { envelope } from '../../support/wire-messages.js';

const TOKEN = { _meta: { progressToken: 7 } };

async function heldBench() {
  const tool = new HeldTool('held', { task: 'optional' });
  const bench = await createBench({ tools: [tool.definition] });
  return { bench, tool };
}

const progressOf = ({ pushed }: CorePeer) =>
  pushed.filter(({ method }) => method === 'notifications/progress').map(({ params }) => params);

describe('the progress of a task', () => {
  it('is told with the token of its call, long after that was answered', async () => {
    const { bench, tool } = await heldBench();
    const peer = new CorePeer(bench);
    const request = peer.request('tools/call', { name: 'held', arguments: {}, task: {}, ...TOKEN });
    await request.answer;
    await settled();
    bench.clock.advance(30_000);

    await tool.run().context.progress(1, { total: 3 });
    await tool.run().context.progress(2, { total: 3, message: 'two' });

    expect(progressOf(peer)).toMatchObject([
      { progressToken: 7, progress: 1, total: 3 },
      { progressToken: 7, progress: 2, total: 3, message: 'two' },
    ]);
    expect(request.stream).toEqual([]);
  });

  it('grows as that of any call does', async () => {
    const { bench, tool } = await heldBench();
    const peer = new CorePeer(bench);
    await peer.start('held', {}, TOKEN);

    for (const value of [2, 1, 2, 3]) await tool.run().context.progress(value);

    expect(progressOf(peer)).toMatchObject([{ progress: 2 }, { progress: 3 }]);
  });

  it('is not told without a token', async () => {
    const { bench, tool } = await heldBench();
    const peer = new CorePeer(bench);
    await peer.start('held');

    await tool.run().context.progress(1);

    expect(peer.pushed).toEqual([]);
  });

  it('is not told after the end', async () => {
    const { bench, tool } = await heldBench();
    const peer = new CorePeer(bench);
    const taskId = await peer.start('held', {}, TOKEN);
    await peer.ask('tasks/cancel', { taskId });
    await settled();

    await tool.run().context.progress(1);

    expect(progressOf(peer)).toEqual([]);
  });

  it('is not told after the result', async () => {
    const { bench, tool } = await heldBench();
    const peer = new CorePeer(bench);
    await peer.start('held', {}, TOKEN);
    const { context } = tool.run();
    tool.run().finish();
    await settled();

    await context.progress(1);

    expect(progressOf(peer)).toEqual([]);
  });

  it('is no message of the extension, nor is anything else that was told before', async () => {
    const { bench, tool } = await heldBench();
    const wire = await MemoryWire.openOn(bench, '2026-07-28');
    const _meta = {
      ...envelope({ clientCapabilities: FOLLOWS, logLevel: 'debug' }),
      progressToken: 7,
    };
    const [created] = await wire.ask(1, 'tools/call', { name: 'held', arguments: {}, _meta });
    const { taskId } = created?.result ?? {};
    await settled();

    await tool.run().context.progress(1, { message: 'half way' });
    await tool.run().context.log('warning', 'half way');
    await settled();

    expect(wire.received).toEqual([created]);
    expect(await new ExtensionPeer(bench).get(taskId)).toMatchObject({
      statusMessage: 'half way',
    });
  });
});

describe.each([
  { era: '2025-11-25', peerOf: CorePeer },
  { era: '2026-07-28', peerOf: ExtensionPeer },
])('the status message of a task in $era', ({ peerOf }) => {
  it('is the last message of its progress, with or without a token', async () => {
    const { bench, tool } = await heldBench();
    const peer = new peerOf(bench);
    const taskId = await peer.start('held');
    expect(await peer.get(taskId)).not.toHaveProperty('statusMessage');

    bench.clock.advance(5_000);
    await tool.run().context.progress(1, { message: 'one' });
    void tool.run().context.progress(2, { message: 'two' });
    void tool.run().context.progress(3, { message: 'three' });
    void tool.run().context.progress(4);
    await settled();

    expect(await peer.get(taskId)).toMatchObject({
      status: 'working',
      statusMessage: 'three',
      lastUpdatedAt: '1970-01-01T00:16:45.000Z',
    });
  });

  it('that was said last before the end is there', async () => {
    const { bench, tool } = await heldBench();
    const peer = new peerOf(bench);
    const taskId = await peer.start('held');
    void tool.run().context.progress(1, { message: 'almost' });
    tool.run().finish();
    await settled();

    expect(await peer.get(taskId)).toMatchObject({ status: 'completed', statusMessage: 'almost' });
  });

  it('that was said last before the end is written before it, however long that takes', async () => {
    const { promise: written, resolve: write } = deferred<void>();
    let writes = 0;
    class SlowWriter extends MemoryTaskStore {
      override async replace(...given: Parameters<MemoryTaskStore['replace']>) {
        if (writes++ === 0) await written;
        return super.replace(...given);
      }
    }
    const clock = new ManualClock();
    const tool = new HeldTool('held', { task: 'optional' });
    const store = new SlowWriter(clock);
    const bench = await createBench({ clock, tools: [tool.definition], tasks: { store } });
    const peer = new peerOf(bench);
    const taskId = await peer.start('held');
    void tool.run().context.progress(1, { message: 'almost' });
    tool.run().finish();
    await settled();
    write();
    await settled();

    expect(await peer.get(taskId)).toMatchObject({ status: 'completed', statusMessage: 'almost' });
  });

  it('costs few writes, however often it is said', async () => {
    const { bench, tool } = await heldBench();
    const peer = new peerOf(bench);
    const taskId = await peer.start('held');
    for (let step = 1; step <= 100; step++) {
      void tool.run().context.progress(step, { message: `step ${step}` });
    }
    await settled();

    const task = await bench.dispatcher.tasks.find(taskId);
    expect(task?.statusMessage).toBe('step 100');
    expect(task?.version).toBeLessThan(5);
  });
});
