import fc from 'fast-check';
import { question, storedTask } from '../../test/support/stored-task.js';
import type { TaskChange } from './change-task.js';
import { changeTask, endOfLife, hasEnded } from './change-task.js';
import type { StoredTask } from './stored-task.interface.js';

const CREATED = 1_000_000;
const NOW = CREATED + 500;

const RESULT = { content: [{ type: 'text', text: 'done' }] };
const ERROR = { code: -32_050, message: 'out of paper', data: { tray: 2 } };
const YES = { result: { action: 'accept' } };

const working = storedTask({ createdAt: CREATED, ttlMs: 1_000, version: 7, statusMessage: 'old' });
const asking: StoredTask = {
  ...working,
  status: 'input_required',
  questions: { a: question('a?'), b: question('b?') },
};
const ENDED: readonly StoredTask[] = [
  { ...working, status: 'completed', outcome: { result: RESULT } },
  { ...working, status: 'failed', outcome: { error: ERROR } },
  { ...working, status: 'cancelled' },
];

const CHANGES: readonly TaskChange[] = [
  { type: 'tell', statusMessage: 'new' },
  { type: 'ask', key: 'c', question: question() },
  { type: 'withdraw', key: 'a' },
  { type: 'answer', answers: { a: YES } },
  { type: 'take', key: 'a' },
  { type: 'keep', forMs: 9_000 },
  { type: 'end', outcome: { result: RESULT }, forMs: 9_000 },
  { type: 'end', outcome: { error: ERROR }, forMs: 9_000 },
  { type: 'cancel', reason: 'enough', forMs: 9_000 },
];

/** What a change makes of a task, without what every change does. */
function changes(task: StoredTask, change: TaskChange): Partial<StoredTask> | undefined {
  const changed = changeTask(task, change, NOW);
  if (changed === undefined) return undefined;
  const { version, lastUpdatedAt, ...rest } = changed;
  const at = change.type === 'take' ? task.lastUpdatedAt : NOW;
  expect([version, lastUpdatedAt]).toEqual([task.version + 1, at]);
  const before = new Map<string, unknown>(Object.entries(task));
  return Object.fromEntries(
    Object.entries(rest).filter(
      ([key, value]) => JSON.stringify(before.get(key)) !== JSON.stringify(value),
    ),
  );
}

describe('a change of a task', () => {
  it.each(ENDED.flatMap((task) => CHANGES.map((change) => [change.type, task, change] as const)))(
    '(%s) makes no difference once it has ended',
    (_, task, change) => {
      expect(changeTask(task, change, NOW)).toBeUndefined();
    },
  );

  it.each([working, asking])('that tells something changes the message only', (task) => {
    expect(changes(task, { type: 'tell', statusMessage: 'new' })).toEqual({ statusMessage: 'new' });
  });

  it('that asks makes it wait for its client', () => {
    const ask = { type: 'ask', key: 'c', question: question('c?') } as const;

    expect(changes(working, ask)).toEqual({
      status: 'input_required',
      questions: { c: question('c?') },
    });
    expect(changes(asking, ask)).toEqual({
      questions: { ...asking.questions, c: question('c?') },
    });
  });

  it('that withdraws a question makes it work again after the last one', () => {
    const one = changeTask(asking, { type: 'withdraw', key: 'a' }, NOW) as StoredTask;

    expect([one.status, Object.keys(one.questions)]).toEqual(['input_required', ['b']]);
    expect(changes(one, { type: 'withdraw', key: 'b' })).toEqual({
      status: 'working',
      questions: {},
    });
  });

  it.each(['z', '__proto__', 'constructor', 'toString'])(
    'that withdraws %s, which is not asked, makes no difference',
    (key) => {
      expect(changeTask(asking, { type: 'withdraw', key }, NOW)).toBeUndefined();
      expect(changeTask(working, { type: 'withdraw', key }, NOW)).toBeUndefined();
    },
  );

  it('that answers puts the answers in the place of the questions', () => {
    const no = { error: { code: -1, message: 'no' } };

    expect(changes(asking, { type: 'answer', answers: { a: no } })).toEqual({
      questions: { b: question('b?') },
      answers: { a: no },
    });
    expect(changes(asking, { type: 'answer', answers: { a: YES, b: no } })).toEqual({
      status: 'working',
      questions: {},
      answers: { a: YES, b: no },
    });
  });

  it('that answers keeps the answers that are not taken yet', () => {
    const earlier = { ...asking, answers: { first: YES } };

    expect(changes(earlier, { type: 'answer', answers: { a: YES } })).toMatchObject({
      answers: { first: YES, a: YES },
    });
  });

  it('that answers leaves out what is not asked, or is answered already', () => {
    const answered = { ...asking, answers: { first: YES } };
    const no = { result: { action: 'decline' } };
    const answers = { first: no, z: no, toString: no, ['__proto__']: no };

    expect(changeTask(answered, { type: 'answer', answers }, NOW)).toBeUndefined();
    expect(changeTask(working, { type: 'answer', answers: { a: YES } }, NOW)).toBeUndefined();
    expect(changes(answered, { type: 'answer', answers: { ...answers, a: no } })).toEqual({
      questions: { b: question('b?') },
      answers: { first: YES, a: no },
    });
  });

  it('that takes an answer removes it, and no other', () => {
    const answered = { ...working, answers: { a: YES, b: YES } };

    expect(changes(answered, { type: 'take', key: 'a' })).toEqual({ answers: { b: YES } });
  });

  it('that keeps it counts from now, and takes nothing away', () => {
    expect(changes(working, { type: 'keep', forMs: 501 })).toEqual({ ttlMs: 1_001 });
    expect(changes(working, { type: 'keep', forMs: 500 })).toEqual({});
    expect(changes(working, { type: 'keep', forMs: 1 })).toEqual({});
  });

  it.each([{ result: RESULT }, { result: { ...RESULT, isError: true } }])(
    'that ends it with a result completes it, whatever it still asked',
    (outcome) => {
      const answered = { ...asking, answers: { first: YES } };

      expect(changes(answered, { type: 'end', outcome, forMs: 600 })).toEqual({
        status: 'completed',
        questions: {},
        answers: {},
        outcome,
        ttlMs: 1_100,
      });
      expect(changes(working, { type: 'end', outcome, forMs: 0 })).toEqual({
        status: 'completed',
        outcome,
      });
    },
  );

  it('that completes it leaves its last words, which may be a summary', () => {
    const completed = changeTask(
      working,
      { type: 'end', outcome: { result: RESULT }, forMs: 0 },
      NOW,
    );

    expect(completed?.statusMessage).toBe(working.statusMessage);
  });

  it('that ends it with an error fails it, and says why', () => {
    const outcome = { error: ERROR };

    expect(changes(asking, { type: 'end', outcome, forMs: 600 })).toEqual({
      status: 'failed',
      statusMessage: 'out of paper',
      questions: {},
      outcome,
      ttlMs: 1_100,
    });
  });

  it('that cancels it says why, and leaves no outcome', () => {
    expect(changes(asking, { type: 'cancel', reason: 'enough', forMs: 600 })).toEqual({
      status: 'cancelled',
      statusMessage: 'enough',
      questions: {},
      ttlMs: 1_100,
    });
    expect(changes(working, { type: 'cancel', reason: 'enough', forMs: 0 })).toEqual({
      status: 'cancelled',
      statusMessage: 'enough',
    });
  });
});

it('lives from its creation on', () => {
  expect(endOfLife(storedTask({ createdAt: 5_000, ttlMs: 70, lastUpdatedAt: 5_060 }))).toBe(5_070);
});

const key = fc.constantFrom('a', 'b', '__proto__', 'toString');
const answer = fc.constantFrom(YES, { error: { code: -1, message: 'no' } });
const forMs = fc.nat(3_000);
const change: fc.Arbitrary<TaskChange> = fc.oneof(
  fc.record({ type: fc.constant('tell' as const), statusMessage: fc.constantFrom('x', 'y') }),
  fc.record({ type: fc.constant('ask' as const), key, question: fc.constant(question()) }),
  fc.record({ type: fc.constant('withdraw' as const), key }),
  fc.record({
    type: fc.constant('answer' as const),
    answers: fc
      .array(fc.tuple(key, answer), { maxLength: 3 })
      .map((all) => Object.fromEntries(all)),
  }),
  fc.record({ type: fc.constant('take' as const), key }),
  fc.record({ type: fc.constant('keep' as const), forMs }),
  fc.record({
    type: fc.constant('end' as const),
    outcome: fc.constantFrom({ result: RESULT }, { error: ERROR }),
    forMs,
  }),
  fc.record({ type: fc.constant('cancel' as const), reason: fc.constant('enough'), forMs }),
);

/** Nobody may write to what it was given. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null)
    Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

describe('a task under any changes', () => {
  it('stays whole', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(change, fc.nat(400)), { size: '+1' }), (steps) => {
        let task = frozen(structuredClone(working));
        let now = CREATED;
        for (const [made, ms] of steps) {
          now += ms;
          const before = task;
          const after = changeTask(before, frozen(made), now);
          if (after === undefined) continue;
          task = frozen(after);
          expect(hasEnded(before)).toBe(false);
          expect(task.version).toBe(before.version + 1);
          expect(task.lastUpdatedAt).toBe(made.type === 'take' ? before.lastUpdatedAt : now);
          expect(task.createdAt).toBe(CREATED);
          expect(task.ttlMs).toBeGreaterThanOrEqual(before.ttlMs);
          const isAsking = Object.keys(task.questions).length > 0;
          expect(task.status === 'input_required').toBe(isAsking);
          expect('outcome' in task).toBe(['completed', 'failed'].includes(task.status));
          const left = Object.keys(task.answers).length + Object.keys(task.questions).length;
          expect(hasEnded(task) && left > 0).toBe(false);
          const keptUntil = 'forMs' in made ? now + made.forMs : 0;
          expect(endOfLife(task)).toBeGreaterThanOrEqual(keptUntil);
          // It is text in most stores.
          expect(JSON.parse(JSON.stringify(task))).toEqual(task);
        }
      }),
    );
  });
});
