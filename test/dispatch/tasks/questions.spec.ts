import { JsonTaskStore } from '../../support/json-task-store.js';
import { ManualClock } from '../../support/manual-clock.js';
import { settled } from '../../support/settled.js';
import { begun, filledIn, outcomeOf, taskBench } from '../../support/task-bench.js';

const asked = (request: { readonly questions: readonly { readonly params: any }[] }) =>
  request.questions.map(({ params }) => params.message);

describe('a question of a task', () => {
  it('never has the key of another one, whatever keys the author gives', async () => {
    const { clock, tool, modern } = await taskBench();
    const peer = modern('ann');
    const taskId = await begun(peer.call('work'));
    const run = tool.run();
    run.ask('a', 50);
    await settled();
    clock.advance(50);
    await settled();

    run.ask('a#2');
    run.ask('a');
    await settled();

    const { inputRequests } = outcomeOf(await peer.ask('tasks/get', { taskId }));
    expect(Object.keys(inputRequests)).toEqual(['a#2', 'a#3']);
    const inputResponses = { 'a#2': filledIn('two'), 'a#3': filledIn('three') };
    await peer.ask('tasks/update', { taskId, inputResponses });
    await settled();
    expect(run.log).toEqual([
      'a? timeout',
      'a#2? accept {"text":"two"}',
      'a? accept {"text":"three"}',
    ]);
  });

  it('that is called off on its way to the store hurts nobody', async () => {
    const clock = new ManualClock();
    const travel = () => new Promise<void>((resolve) => setImmediate(resolve));
    const { dispatcher, tool, session } = await taskBench({
      clock,
      tasks: { store: new JsonTaskStore(clock, { travel }) },
    });
    const ann = session('s', 'ann');
    await begun(ann.start('work'));
    const run = tool.run();

    run.ask('a');
    ann.end();
    await settled();
    await settled();

    // A rejection that nobody handles fails this as well; jest watches for it.
    expect(run.log).toEqual(['a? cancelled']);
    expect(dispatcher.snapshot().tasks).toBe(0);
  });
});

describe('questions of a task on the streams of its results', () => {
  const setUp = async (maxParkedElicitations: number) => {
    const bench = await taskBench({ limits: { maxParkedElicitations } });
    const ann = bench.session('s', 'ann');
    const taskId = await begun(ann.start('work'));
    const result = () => ann.request('tasks/result', { taskId });
    return { ...bench, ann, taskId, result };
  };

  it('that find no place are put when there is one again, and not in a circle', async () => {
    const { tool, result, logger } = await setUp(1);
    const waiting = result();
    for (const key of ['a', 'b', 'c']) tool.run().ask(key);
    await settled();
    expect(asked(waiting)).toEqual(['a?']);
    expect(logger.text).toContain('maxParkedElicitations');

    for (const key of ['a', 'b', 'c']) {
      expect(asked(waiting)).toEqual([`${key}?`]);
      waiting.reply({ result: filledIn(key) });
      await settled();
    }

    expect(waiting.questions).toEqual([]);
    expect(tool.run().log).toEqual(
      ['a', 'b', 'c'].map((key) => `${key}? accept {"text":"${key}"}`),
    );
    tool.run().finish();
    await waiting.answered;
  });

  it('that found no place can be answered in another way', async () => {
    const { tool, modern, taskId, result } = await setUp(1);
    const waiting = result();
    tool.run().ask('a');
    tool.run().ask('b');
    await settled();

    await modern('ann').ask('tasks/update', { taskId, inputResponses: { b: filledIn('b') } });
    await settled();

    expect(tool.run().log).toEqual(['b? accept {"text":"b"}']);
    expect(asked(waiting)).toEqual(['a?']);
    tool.run().finish();
    await waiting.answered;
  });

  it('are put to one of those who wait, and to the next when that one leaves', async () => {
    const { dispatcher, tool, result } = await setUp(5);
    const first = result();
    const second = result();
    tool.run().ask('a');
    await settled();
    expect([asked(first), asked(second)]).toEqual([['a?'], []]);

    first.cancel();
    await settled();
    expect([first.answer, asked(second)]).toEqual([null, ['a?']]);

    second.reply({ error: { code: -1, message: 'not now' } });
    await settled();
    expect(tool.run().log).toEqual(['a? refused']);
    tool.run().finish();
    await second.answered;
    expect(dispatcher.snapshot().parked).toBe(0);
    expect(dispatcher['parts'].interviews.size).toBe(0);
  });
});
