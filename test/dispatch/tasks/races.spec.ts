import fc from 'fast-check';
import { JsonTaskStore } from '../../support/json-task-store.js';
import { ManualClock } from '../../support/manual-clock.js';
import { settled } from '../../support/settled.js';
import type { TaskBench } from '../../support/task-bench.js';
import { begun, outcomeOf, taskBench } from '../../support/task-bench.js';
import { HistoryStore } from './model/history-store.js';

const TOO_LATE = -32_602;

/** A task of a session, which a modern client of the same principal sees too. */
async function begin(bench: TaskBench) {
  const ann = bench.session('s', 'ann');
  const modern = bench.modern('ann');
  const taskId = await begun(ann.start('work'));
  const waiting = ann.request('tasks/result', { taskId });
  const status = async () => outcomeOf(await modern.ask('tasks/get', { taskId })).status;
  const told = () => ann.pushed.map(({ params }: any) => params.status);
  const ends = () => bench.events.filter(({ type }) => type === 'task_ended');
  return { ann, modern, taskId, waiting, status, told, ends };
}

/** What arrives may send something else on its way. */
async function allArrived(scheduler: fc.Scheduler): Promise<void> {
  do {
    await scheduler.waitAll();
    await settled();
  } while (scheduler.count() > 0);
}

describe('a task that is cancelled and comes to its end', () => {
  it('is cancelled when that was first', async () => {
    const bench = await taskBench();
    const { ann, taskId, waiting, status, told, ends } = await begin(bench);

    const cancelled = await ann.ask('tasks/cancel', { taskId });
    bench.tool.run().finish();
    await settled();

    expect(outcomeOf(cancelled).status).toBe('cancelled');
    expect(await status()).toBe('cancelled');
    expect(outcomeOf(waiting.answer).message).toBe('The task was cancelled: by the client');
    expect([told(), ends().length]).toEqual([['cancelled'], 1]);
  });

  it('is completed when that was first', async () => {
    const bench = await taskBench();
    const { ann, modern, taskId, waiting, status, told, ends } = await begin(bench);

    bench.tool.run().finish();
    await settled();
    const core = outcomeOf(await ann.ask('tasks/cancel', { taskId }));
    const extension = outcomeOf(await modern.ask('tasks/cancel', { taskId }));

    expect(core.code).toBe(TOO_LATE);
    expect(extension).toMatchObject({ resultType: 'complete' });
    expect(await bench.dispatcher.tasks.cancel(taskId)).toBe(false);
    expect(await status()).toBe('completed');
    expect(outcomeOf(waiting.answer).content[0].text).toBe('done only');
    expect([told(), ends().length]).toEqual([['completed'], 1]);
  });

  it('has one end, whatever comes in which order, and everybody is told that one', async () => {
    const seen: Record<string, number> = {};
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.constantFrom('ok' as const, 'mcp' as const, 'isError' as const),
        fc.boolean(),
        fc.nat(8),
        async (scheduler, how, hasLateNews, lead) => {
          const clock = new ManualClock();
          let isRacing = false;
          const travel = (what: string) =>
            isRacing ? scheduler.schedule(Promise.resolve(), what) : Promise.resolve();
          const spread = hasLateNews ? travel : undefined;
          const inner = new JsonTaskStore(clock, { travel, ...(spread && { spread }) });
          const store = new HistoryStore(inner);
          const bench = await taskBench({ clock, tasks: { store } });
          const { ann, modern, taskId, waiting, status, told, ends } = await begin(bench);
          await settled();

          isRacing = true;
          bench.tool.run().finish(how);
          await settled();
          for (let n = 0; n < lead && scheduler.count() > 0; n++) await scheduler.waitOne();
          const core = ann.ask('tasks/cancel', { taskId });
          const extension = modern.ask('tasks/cancel', { taskId });
          const server = bench.dispatcher.tasks.cancel(taskId, 'by the server');
          await allArrived(scheduler);
          isRacing = false;
          await settled();

          const end = await status();
          seen[end] = (seen[end] ?? 0) + 1;
          expect(store.broken()).toEqual([]);
          const finished = how === 'mcp' ? 'failed' : 'completed';
          expect([finished, 'cancelled']).toContain(end);
          const byClient = outcomeOf(await core).status === 'cancelled';
          const byServer = await server;
          expect(outcomeOf(await extension).resultType).toBe('complete');
          expect((byClient || byServer) && end === finished).toBe(false);
          const answer = outcomeOf(waiting.answer);
          const wasCancelled = String(answer.message).startsWith('The task was cancelled');
          expect(wasCancelled).toBe(end === 'cancelled');
          expect(told()).toEqual([how === 'isError' && end === 'completed' ? 'failed' : end]);
          expect(ends()).toEqual([expect.objectContaining({ taskId, status: end })]);
          expect(bench.dispatcher.snapshot()).toMatchObject({ tasks: 0, inFlight: 0, pending: 0 });
          expect(inner.watchers).toBe(0);
        },
      ),
      { numRuns: 200 },
    );
    // Both ends must have come first now and then, or this proves nothing.
    expect(seen.cancelled).toBeGreaterThan(10);
    expect((seen.completed ?? 0) + (seen.failed ?? 0)).toBeGreaterThan(10);
  });
});

describe('an answer and the end of a question', () => {
  it('reach the code as one of the two, in whatever order they come', async () => {
    const heard = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.boolean(), async (scheduler, isCancelled) => {
        const clock = new ManualClock();
        let isRacing = false;
        const travel = (what: string) =>
          isRacing ? scheduler.schedule(Promise.resolve(), what) : Promise.resolve();
        const store = new HistoryStore(new JsonTaskStore(clock, { travel }));
        const bench = await taskBench({ clock, tasks: { store } });
        const { ann, modern, taskId, status } = await begin(bench);
        const run = bench.tool.run();
        run.ask('a', 50);
        await settled();

        isRacing = true;
        const inputResponses = { a: { action: 'decline' } };
        const updated = modern.ask('tasks/update', { taskId, inputResponses });
        const cancelled = isCancelled ? ann.ask('tasks/cancel', { taskId }) : undefined;
        clock.advance(50);
        await allArrived(scheduler);
        isRacing = false;
        await settled();

        await Promise.all([updated, cancelled]);
        expect(run.log).toHaveLength(1);
        heard.add(String(run.log[0]));
        expect(store.broken()).toEqual([]);
        expect(await status()).toBe(isCancelled ? 'cancelled' : 'working');
        run.finish();
        await settled();
      }),
      { numRuns: 100 },
    );
    expect(heard).toContain('a? timeout');
  });
});
