import { MemoryTaskStore } from '../../../src/tasks/memory-task-store.js';
import { ManualClock } from '../../support/manual-clock.js';
import { settled } from '../../support/settled.js';
import { begun, outcomeOf, taskBench } from '../../support/task-bench.js';

const TTL = 60_000;

describe('a thousand tasks', () => {
  it('are kept for their time, and then nothing is left of them', async () => {
    const clock = new ManualClock();
    const store = new MemoryTaskStore(clock);
    const limits = { maxTasks: 1_000, maxTasksPerOwner: 1_000, maxRunningTasks: 1_000 };
    const bench = await taskBench({
      clock,
      tasks: { store },
      limits: { ...limits, maxRunningTasksPerOwner: 1_000, maxInFlight: 1_000 },
    });
    const ann = bench.session('s', 'ann');
    const modern = bench.modern('ann');
    const ids: string[] = [];
    for (let n = 0; n < 1_000; n++) {
      const args = { run: `r${n}` };
      ids.push(await begun(n % 2 === 0 ? ann.start('work', args) : modern.call('work', args)));
    }
    expect([store.size, bench.dispatcher.snapshot().tasks]).toEqual([1_000, 1_000]);
    const busy = JSON.parse(outcomeOf(await modern.call('work')).content[0].text);
    expect(busy).toMatchObject({ error: 'server_busy', scope: 'running_tasks' });

    for (let n = 0; n < 1_000; n++) bench.tool.run(`r${n}`).finish(n % 3 === 0 ? 'mcp' : 'ok');
    await settled();
    expect(bench.dispatcher.snapshot().tasks).toBe(0);
    const full = JSON.parse(outcomeOf(await modern.call('work')).content[0].text);
    expect(full).toMatchObject({ error: 'server_busy', scope: 'tasks', limit: 1_000 });

    clock.advance(TTL - 1);
    const statuses = await Promise.all(
      ids.map(async (taskId) => outcomeOf(await modern.ask('tasks/get', { taskId })).status),
    );
    expect(statuses.filter((status) => status === 'failed')).toHaveLength(334);
    expect(statuses.filter((status) => status === 'completed')).toHaveLength(666);
    clock.advance(1);

    expect([store.size, store['owned'].size, clock.timers]).toEqual([0, 0, 0]);
    expect(bench.dispatcher['parts'].tasks.watched).toBe(0);
    expect(outcomeOf(await ann.ask('tasks/list')).tasks).toEqual([]);
    await begun(modern.call('work', { run: 'next' }));
    bench.tool.run('next').finish();
    await settled();
  });
});
