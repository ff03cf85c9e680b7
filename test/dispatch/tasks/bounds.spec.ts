import type { McpLimits, RuntimeTool } from 'nest-mcp';
import { MemoryTaskStore } from '../../../src/tasks/memory-task-store.js';
import { CorePeer } from '../../support/core-peer.js';
import type { DispatcherBench } from '../../support/dispatcher-bench.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { ExtensionPeer } from '../../support/extension-peer.js';
import { busy, toolError } from '../../support/full-bench.js';
import { HeldTool } from '../../support/held-tool.js';
import { ManualClock } from '../../support/manual-clock.js';
import { settled } from '../../support/settled.js';

async function heldBench(limits: Partial<McpLimits>, more: readonly RuntimeTool[] = []) {
  const clock = new ManualClock();
  const store = new MemoryTaskStore(clock);
  const tool = new HeldTool('held', { task: 'optional' });
  const bench = await createBench({
    clock,
    limits,
    tasks: { store },
    tools: [tool.definition, ...more],
  });
  return { bench, clock, store, tool };
}

const ERAS = [
  {
    era: '2025-11-25',
    open: (bench: DispatcherBench, key: string) =>
      new CorePeer(bench, { id: key, principalKey: key }),
  },
  {
    era: '2026-07-28',
    open: (bench: DispatcherBench, key: string) => new ExtensionPeer(bench, { principalKey: key }),
  },
] as const;

type Peer = CorePeer | ExtensionPeer;

const refused = async (peer: Peer) =>
  toolError((await peer.call('held', {}, { task: {} })) as never);

/** What a refusal must leave as it was. */
const runningOf = ({ dispatcher }: DispatcherBench) => {
  const { tasks, inFlight, pending } = dispatcher.snapshot();
  return { tasks, inFlight, pending };
};

describe.each(ERAS)('the bounds of tasks in $era', ({ open }) => {
  it('maxTasks: ended ones count until they are forgotten', async () => {
    const { bench, tool, store, clock } = await heldBench({
      maxTasks: 2,
      maxTasksPerOwner: 2,
      maxRunningTasks: 2,
      maxRunningTasksPerOwner: 2,
    });
    const [ann, bob, eve] = ['ann', 'bob', 'eve'].map((key) => open(bench, key)) as [
      Peer,
      Peer,
      Peer,
    ];
    await ann.start('held');
    await bob.start('held');
    tool.finishAll();
    await settled();

    expect(await refused(eve)).toEqual(busy('tasks', 2));
    expect(await refused(eve)).toEqual(busy('tasks', 2));
    expect([store.size, tool.runs.length]).toEqual([2, 2]);
    expect(runningOf(bench)).toEqual({ tasks: 0, inFlight: 0, pending: 0 });
    expect(bench.events).toContainEqual(
      expect.objectContaining({ type: 'busy', scope: 'tasks', limit: 2, principalKey: 'eve' }),
    );
    clock.advance(60_000);
    await eve.start('held');
  });

  it('maxTasksPerOwner: of one, whatever others have', async () => {
    const { bench, tool } = await heldBench({ maxTasksPerOwner: 2 });
    const [ann, bob] = [open(bench, 'ann'), open(bench, 'bob')];
    await ann.start('held');
    await ann.start('held');

    expect(await refused(ann)).toEqual(busy('connection_tasks', 2));
    expect(tool.runs).toHaveLength(2);
    await bob.start('held');
  });

  it('maxRunningTasks: ended ones do not count', async () => {
    const { bench, tool, store } = await heldBench({
      maxRunningTasks: 2,
      maxRunningTasksPerOwner: 2,
    });
    const [ann, bob, eve] = ['ann', 'bob', 'eve'].map((key) => open(bench, key)) as [
      Peer,
      Peer,
      Peer,
    ];
    await ann.start('held');
    await bob.start('held');

    expect(await refused(eve)).toEqual(busy('running_tasks', 2));
    expect([store.size, tool.runs.length]).toEqual([2, 2]);
    expect(runningOf(bench)).toEqual({ tasks: 2, inFlight: 0, pending: 0 });
    tool.run(0).finish();
    await settled();
    await eve.start('held');
  });

  it('maxRunningTasksPerOwner: of one, whatever others run', async () => {
    const { bench, tool } = await heldBench({ maxRunningTasksPerOwner: 1 });
    const [ann, bob] = [open(bench, 'ann'), open(bench, 'bob')];
    await ann.start('held');

    expect(await refused(ann)).toEqual(busy('connection_running_tasks', 1));
    await bob.start('held');
    tool.run(0).finish();
    await settled();
    await ann.start('held');
  });

  it('running tasks leave the slots of calls alone, and calls theirs', async () => {
    const call = new HeldTool('call');
    const { bench } = await heldBench(
      {
        maxInFlight: 1,
        maxInFlightPerConnection: 1,
        maxRunningTasks: 1,
        maxRunningTasksPerOwner: 1,
      },
      [call.definition],
    );
    const peer = open(bench, 'ann');
    await peer.start('held');
    expect(runningOf(bench)).toEqual({ tasks: 1, inFlight: 0, pending: 0 });

    const plain = peer.call('call');
    await settled();
    expect(call.runs).toHaveLength(1);
    expect(toolError((await peer.call('call')) as never)).toEqual(busy('server', 1));
    call.finishAll();
    await plain;
    expect(await refused(peer)).toEqual(busy('running_tasks', 1));
  });
});

describe('tasks of nobody', () => {
  const limits = { maxTasksPerOwner: 1, maxRunningTasksPerOwner: 1 };

  it('are bounded by their session', async () => {
    const { bench } = await heldBench(limits);
    const [one, two] = [new CorePeer(bench, { id: 'one' }), new CorePeer(bench, { id: 'two' })];
    await one.start('held');
    await two.start('held');

    expect(await refused(one)).toEqual(busy('connection_running_tasks', 1));
  });

  it('are bounded all together where there is no session', async () => {
    const { bench } = await heldBench({ ...limits, maxTasks: 2 });
    const peer = new ExtensionPeer(bench);
    await peer.start('held');
    await peer.start('held');

    expect(await refused(peer)).toEqual(busy('tasks', 2));
  });
});

describe('a task that is given up', () => {
  it('counts as such until its code has ended, and past the bound no other begins', async () => {
    const { bench, tool } = await heldBench({ maxAbandoned: 1 });
    const peer = new ExtensionPeer(bench);
    await peer.ask('tasks/cancel', { taskId: await peer.start('held') });
    await settled();

    expect(await refused(peer)).toEqual(busy('abandoned', 1));
    tool.finishAll();
    await settled();
    await peer.start('held');
  });
});
