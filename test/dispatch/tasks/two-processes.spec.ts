import type { TaskStore } from 'nest-mcp';
import { JsonTaskStore } from '../../support/json-task-store.js';
import { ManualClock } from '../../support/manual-clock.js';
import { passTime } from '../../support/pass-time.js';
import { settled } from '../../support/settled.js';
import type { TaskBench } from '../../support/task-bench.js';
import { begun, filledIn, outcomeOf, taskBench } from '../../support/task-bench.js';

const TTL = 10_000;
const GRACE_MS = 100;

/** Ids of two processes differ. */
const idsOf = (process: string) => {
  let count = 0;
  return () => `${process}-${++count}`;
};

/** What a process sees of a store until it dies. */
class Lifeline implements TaskStore {
  private isDead = false;
  private readonly stops: (() => void)[] = [];

  constructor(private readonly store: TaskStore) {}

  readonly create: TaskStore['create'] = (...args) => this.alive(() => this.store.create(...args));
  readonly get: TaskStore['get'] = (...args) => this.alive(() => this.store.get(...args));
  readonly replace: TaskStore['replace'] = (...args) =>
    this.alive(() => this.store.replace(...args));
  readonly delete: TaskStore['delete'] = (...args) => this.alive(() => this.store.delete(...args));
  readonly list: TaskStore['list'] = (...args) => this.alive(() => this.store.list(...args));

  watch(listener: (taskId: string) => void): () => void {
    const stop = this.store.watch(listener);
    this.stops.push(stop);
    return stop;
  }

  die(): void {
    this.isDead = true;
    for (const stop of this.stops) stop();
  }

  private alive<T>(work: () => Promise<T>): Promise<T> {
    return this.isDead ? new Promise<T>(() => undefined) : work();
  }
}

async function setUp() {
  const clock = new ManualClock();
  const store = new JsonTaskStore(clock);
  const lifeline = new Lifeline(store);
  const bench = (name: string, tasks: TaskStore): Promise<TaskBench> =>
    taskBench({ clock, nextId: idsOf(name), tasks: { store: tasks } });
  const first = await bench('first', lifeline);
  const second = await bench('second', store);
  const pass = (ms: number) => passTime(clock, ms);
  return { clock, store, lifeline, first, second, pass };
}

describe('a task that two processes share', () => {
  it('is seen in the other one before its client is told of it, in both eras', async () => {
    const { first, second } = await setUp();
    const taskId = await begun(first.session('s', 'ann').start('work', { run: 'a' }));
    const other = await begun(first.modern('ann').call('work', { run: 'b' }));

    const ann = second.session('t', 'ann');
    expect(outcomeOf(await second.modern('ann').ask('tasks/get', { taskId })).status).toBe(
      'working',
    );
    expect(outcomeOf(await ann.ask('tasks/get', { taskId: other })).status).toBe('working');
    const { tasks } = outcomeOf(await ann.ask('tasks/list'));
    expect(tasks.map((task: { taskId: string }) => task.taskId)).toEqual([taskId, other]);
    expect(outcomeOf(await second.modern('bob').ask('tasks/get', { taskId })).code).toBe(-32_602);
    for (const run of ['a', 'b']) first.tool.run(run).finish();
    await settled();
  });

  it('tells whoever waits in the other one what it came to', async () => {
    const { first, second } = await setUp();
    const taskId = await begun(first.modern('ann').call('work'));
    const waiting = second.session('t', 'ann').request('tasks/result', { taskId });
    await settled();
    expect(waiting.answer).toBeUndefined();

    first.tool.run().finish();
    await settled();

    expect(outcomeOf(waiting.answer).content[0].text).toBe('done only');
  });

  it('is answered by way of the other one, in both forms', async () => {
    const { first, second } = await setUp();
    const taskId = await begun(first.session('s', 'ann').start('work'));
    const run = first.tool.run();
    run.ask('a');
    await settled();

    const modern = second.modern('ann');
    const { status, inputRequests } = outcomeOf(await modern.ask('tasks/get', { taskId }));
    expect([status, Object.keys(inputRequests)]).toEqual(['input_required', ['a']]);
    await modern.ask('tasks/update', { taskId, inputResponses: { a: filledIn('there') } });
    await settled();
    expect(run.log).toEqual(['a? accept {"text":"there"}']);

    const waiting = second.session('t', 'ann').request('tasks/result', { taskId });
    run.ask('b');
    await settled();
    waiting.reply({ result: filledIn('on a stream') });
    await settled();
    expect(run.log[1]).toBe('b? accept {"text":"on a stream"}');
    run.finish('isError');
    await settled();
    expect(outcomeOf(waiting.answer)).toMatchObject({ isError: true });
  });

  it.each(['client', 'server'])('is called off by the %s of the other one', async (who) => {
    const { first, second } = await setUp();
    const taskId = await begun(first.session('s', 'ann').start('work'));
    const run = first.tool.run();

    const cancelled =
      who === 'client'
        ? outcomeOf(await second.modern('ann').ask('tasks/cancel', { taskId })).resultType
        : await second.dispatcher.tasks.cancel(taskId, 'enough');
    await settled();

    expect(cancelled).toBe(who === 'client' ? 'complete' : true);
    expect(run.signal.aborted).toBe(true);
    expect(first.dispatcher.snapshot()).toMatchObject({ tasks: 0, abandoned: 0 });
    expect((await second.dispatcher.tasks.find(taskId))?.status).toBe('cancelled');
    expect(first.events.filter(({ type }) => type === 'task_ended')).toHaveLength(1);
  });

  it('has failed when its process has stopped, which is read in the other one', async () => {
    const { clock, first, second, store } = await setUp();
    const ann = first.session('s', 'ann');
    const running = await begun(ann.start('work', { run: 'a' }));
    const asking = await begun(ann.start('work', { run: 'b' }));
    first.tool.run('b').ask('x');
    const done = await begun(ann.start('work', { run: 'c' }));
    first.tool.run('c').finish();
    await settled();

    const drained = first.dispatcher.drain(GRACE_MS);
    await settled();
    clock.advance(GRACE_MS);
    await drained;

    const session = second.session('t', 'ann');
    const modern = second.modern('ann');
    for (const taskId of [running, asking]) {
      const task = outcomeOf(await modern.ask('tasks/get', { taskId }));
      expect(task).toMatchObject({ status: 'failed', error: { code: -32_603 } });
      expect(outcomeOf(await session.ask('tasks/result', { taskId })).code).toBe(-32_603);
    }
    const result = outcomeOf(await session.ask('tasks/result', { taskId: done }));
    expect(result.content[0].text).toBe('done c');
    expect(first.tool.run('a').signal.aborted).toBe(true);
    expect(store.watchers).toBe(0);
  });

  it('is over with its time when its process dies, and nobody prolongs it', async () => {
    const { first, second, lifeline, pass, store, clock } = await setUp();
    const taskId = await begun(first.session('s', 'ann').start('work', {}, { ttl: TTL }));
    const waiting = second.session('t', 'ann').request('tasks/result', { taskId });
    await pass(TTL);
    expect(outcomeOf(await second.modern('ann').ask('tasks/get', { taskId })).status).toBe(
      'working',
    );

    lifeline.die();
    await pass(TTL / 2 - 1);
    expect(outcomeOf(await second.modern('ann').ask('tasks/get', { taskId })).status).toBe(
      'working',
    );
    expect(waiting.answer).toBeUndefined();
    await pass(TTL / 2 + 1);

    expect(outcomeOf(await second.modern('ann').ask('tasks/get', { taskId })).code).toBe(-32_602);
    expect(outcomeOf(waiting.answer).code).toBe(-32_602);
    expect(store.size).toBe(0);
    expect(second.dispatcher['parts'].tasks.watched).toBe(0);
    expect(clock.timers).toBeLessThanOrEqual(1);
  });
});
