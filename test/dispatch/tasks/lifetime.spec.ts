import { MemoryTaskStore } from '../../../src/tasks/memory-task-store.js';
import { ManualClock } from '../../support/manual-clock.js';
import { passTime } from '../../support/pass-time.js';
import { settled } from '../../support/settled.js';
import { begun, filledIn, outcomeOf, taskBench } from '../../support/task-bench.js';

const TTL = 10_000;
const NOT_FOUND = -32_602;

async function setUp() {
  const clock = new ManualClock();
  const store = new MemoryTaskStore(clock);
  const bench = await taskBench({ clock, tasks: { store } });
  const ann = bench.session('s', 'ann');
  const modern = bench.modern('ann');
  const taskId = await begun(ann.start('work', {}, { ttl: TTL }));
  const look = async () => outcomeOf(await modern.ask('tasks/get', { taskId }));
  const pass = (ms: number) => passTime(clock, ms);
  return { ...bench, clock, store, ann, modern, taskId, look, pass, run: bench.tool.run() };
}

describe('the time of a task', () => {
  it('is what its client asked for, within what the server allows', async () => {
    const { session, tool } = await taskBench({
      limits: { maxTaskTtlMs: 20_000, taskTtlMs: 5_000 },
    });
    const ann = session('s', 'ann');
    const ttlOf = async (task: object) => {
      const created = outcomeOf(await ann.start('work', { run: 'r' }, task));
      await settled();
      tool.run('r').finish();
      await settled();
      return created.task.ttl;
    };

    expect(await ttlOf({})).toBe(5_000);
    expect(await ttlOf({ ttl: 7_000 })).toBe(7_000);
    expect(await ttlOf({ ttl: 20_001 })).toBe(20_000);
    expect(await ttlOf({ ttl: 0 })).toBe(1_000);
  });

  it('is prolonged while it works, however long that takes', async () => {
    const { look, pass, run, store, clock } = await setUp();

    for (let passed = 0; passed < 10 * TTL; passed += 999) await pass(999);

    const { status, ttlMs } = await look();
    expect(status).toBe('working');
    expect(ttlMs).toBeGreaterThan(10 * TTL);
    expect(run.signal.aborted).toBe(false);
    run.finish();
    await settled();
    await pass(TTL - 1);
    expect((await look()).status).toBe('completed');
    await pass(TTL);
    expect([store.size, clock.timers]).toEqual([0, 0]);
  });

  it('is never told shorter than before', async () => {
    const { look, pass, run } = await setUp();
    let last = 0;

    for (let n = 0; n < 20; n++) {
      await pass(1_700);
      const { ttlMs } = await look();
      expect(ttlMs).toBeGreaterThanOrEqual(last);
      last = ttlMs;
    }
    run.finish();
    await settled();
    expect((await look()).ttlMs).toBeGreaterThanOrEqual(last);
  });

  it('ends while it waits for its client, and its code with it', async () => {
    const { ann, look, pass, run, taskId, dispatcher, clock, store } = await setUp();
    const waiting = ann.request('tasks/result', { taskId });
    run.ask('a');
    await settled();
    await pass(TTL - 1);
    run.tell('waiting');
    await settled();
    expect((await look()).status).toBe('input_required');
    expect(run.signal.aborted).toBe(false);

    await pass(1);

    expect((await look()).code).toBe(NOT_FOUND);
    expect(outcomeOf(waiting.answer).code).toBe(NOT_FOUND);
    expect(run.signal.aborted).toBe(true);
    expect(run.log).toEqual(['a? cancelled']);
    expect(dispatcher.snapshot()).toMatchObject({ tasks: 0, parked: 0, pending: 0 });
    expect([store.size, clock.timers]).toEqual([0, 0]);
  });

  it('goes on with the work that follows an answer', async () => {
    const { look, modern, pass, run, taskId } = await setUp();
    run.ask('a');
    await settled();
    await pass(TTL - 1);

    await modern.ask('tasks/update', { taskId, inputResponses: { a: filledIn('x') } });
    await pass(TTL - 1);

    expect(run.log).toEqual(['a? accept {"text":"x"}']);
    expect((await look()).status).toBe('working');
    run.finish();
    await settled();
  });

  it.each([
    ['completed', (run: any) => run.finish()],
    ['failed', (run: any) => run.finish('mcp')],
  ])('leaves its client as much after it has %s as it asked for', async (status, end) => {
    const { look, pass, run } = await setUp();
    await pass(3 * TTL);
    end(run);
    await settled();

    await pass(TTL - 1);
    expect((await look()).status).toBe(status);
    await pass(1);
    expect((await look()).code).toBe(NOT_FOUND);
  });
});
