import { JsonTaskStore } from '../../support/json-task-store.js';
import { ManualClock } from '../../support/manual-clock.js';
import { settled } from '../../support/settled.js';
import { begun, taskBench } from '../../support/task-bench.js';

const GRACE_MS = 100;

/** A bench whose store takes its time, so that a task is in the making while other things happen. */
async function setUp() {
  const clock = new ManualClock();
  const travel = () => new Promise<void>((resolve) => setImmediate(resolve));
  const store = new JsonTaskStore(clock, { travel });
  const bench = await taskBench({ clock, tasks: { store } });
  return { ...bench, clock, store };
}

describe('a server that stops', () => {
  it('waits for running tasks, as long as it waits at all', async () => {
    const { dispatcher, store, tool, session } = await setUp();
    const taskId = await begun(session('s', 'ann').start('work'));
    let isDrained = false;
    const drained = dispatcher.drain(GRACE_MS).then(() => (isDrained = true));
    await settled();
    expect(isDrained).toBe(false);

    tool.run().finish();
    await drained;

    expect((await store.get(taskId))?.status).toBe('completed');
  });

  it('fails the tasks that are left, and their code hears of it', async () => {
    const { dispatcher, clock, store, tool, session, modern } = await setUp();
    const ids = [
      await begun(session('s', 'ann').start('work', { run: 'core' })),
      await begun(modern().call('work', { run: 'extension' })),
    ];
    const drained = dispatcher.drain(GRACE_MS);
    await settled();
    expect(tool.run('core').signal.aborted).toBe(false);

    clock.advance(GRACE_MS);
    await drained;

    for (const id of ids) {
      expect(await store.get(id)).toMatchObject({
        status: 'failed',
        statusMessage: 'The server is stopping',
        outcome: { error: { code: -32_603, message: 'The server is stopping' } },
      });
    }
    expect(tool.run('core').signal.aborted).toBe(true);
    expect(tool.run('extension').signal.aborted).toBe(true);
    expect(dispatcher.snapshot().tasks).toBe(0);
    expect(store.watchers).toBe(0);
  });

  it('fails also the task that a call becomes meanwhile', async () => {
    const { dispatcher, clock, store, tool, session } = await setUp();
    const start = session('s', 'ann').start('work');
    const drained = dispatcher.drain(GRACE_MS);
    const taskId = await begun(start);
    await settled();
    expect((await store.get(taskId))?.status).toBe('working');

    clock.advance(GRACE_MS);
    await drained;

    expect((await store.get(taskId))?.status).toBe('failed');
    expect(tool.run().signal.aborted).toBe(true);
    expect(dispatcher.snapshot().tasks).toBe(0);
  });

  it('waits no longer for tasks than it was given, however long it waited for calls', async () => {
    const { dispatcher, clock, store, session } = await setUp();
    const ann = session('s', 'ann');
    const taskId = await begun(ann.start('work'));
    const waiting = ann.request('tasks/result', { taskId });
    await settled();
    const drained = dispatcher.drain(GRACE_MS);

    clock.advance(GRACE_MS);
    await drained;

    expect((await store.get(taskId))?.status).toBe('failed');
    expect(waiting.answer).toBeNull();
  });
});
