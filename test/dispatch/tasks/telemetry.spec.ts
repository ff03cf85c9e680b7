import type { McpContext } from 'nest-mcp';
import { askingTool, value } from '../../support/asking-tool.js';
import { CorePeer } from '../../support/core-peer.js';
import type { DispatcherBench } from '../../support/dispatcher-bench.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { ExtensionPeer } from '../../support/extension-peer.js';
import { HeldTool } from '../../support/held-tool.js';
import { settled } from '../../support/settled.js';

async function heldBench() {
  const tool = new HeldTool('held', { task: 'optional' });
  const asks = askingTool((ctx: McpContext) => value(ctx, 'name?'), { task: 'optional' });
  const bench = await createBench({ tools: [tool.definition, asks] });
  return { bench, tool };
}

const tasksOf = ({ events }: DispatcherBench) =>
  events.filter(({ type }) => type === 'task_created' || type === 'task_ended');

describe.each([
  { era: '2025-11-25', peerOf: CorePeer, connectionId: 's' },
  { era: '2026-07-28', peerOf: ExtensionPeer, connectionId: undefined },
])('telemetry of tasks in $era', ({ peerOf, connectionId }) => {
  it('tells of the beginning and the end, and how long that took', async () => {
    const { bench, tool } = await heldBench();
    const taskId = await new peerOf(bench, { principalKey: 'ann' }).start('held');
    const facts = {
      taskId,
      method: 'tools/call',
      name: 'held',
      transport: 'http',
      connectionId,
      principalKey: 'ann',
    };
    expect(tasksOf(bench)).toEqual([{ type: 'task_created', ...facts }]);

    bench.clock.advance(1_500);
    tool.run().finish();
    await settled();

    expect(tasksOf(bench).slice(1)).toEqual([
      { type: 'task_ended', status: 'completed', durationMs: 1_500, ...facts },
    ]);
  });

  it('tells of one end, whatever comes first', async () => {
    const { bench, tool } = await heldBench();
    const peer = new peerOf(bench);
    const [failed, cancelled] = [await peer.start('held'), await peer.start('held')];
    tool.run(0).fail(Object.assign(new Error('x')));
    await peer.ask('tasks/cancel', { taskId: cancelled });
    tool.run(1).finish();
    await settled();

    const ends = tasksOf(bench).filter(({ type }) => type === 'task_ended');
    expect(ends).toMatchObject([{ taskId: expect.any(String) }, { taskId: expect.any(String) }]);
    expect(new Set(ends.map((event) => 'taskId' in event && event.taskId))).toEqual(
      new Set([failed, cancelled]),
    );
    expect(ends).toContainEqual(
      expect.objectContaining({ taskId: cancelled, status: 'cancelled' }),
    );
  });

  it('tells of no end of a task that is forgotten before', async () => {
    const { bench } = await heldBench();
    await new peerOf(bench).start('ask');
    await settled();
    bench.clock.advance(60_000);
    await settled();

    expect(tasksOf(bench).map(({ type }) => type)).toEqual(['task_created']);
  });

  it('counts the call as answered when the task begins, and as run when its code ends', async () => {
    const { bench, tool } = await heldBench();
    await new peerOf(bench).start('held');
    expect(bench.events.some(({ type }) => type === 'finished')).toBe(false);

    tool.run().finish();
    await settled();

    expect(bench.events.filter(({ type }) => type === 'finished')).toMatchObject([
      { name: 'held', outcome: 'returned' },
    ]);
  });
});
