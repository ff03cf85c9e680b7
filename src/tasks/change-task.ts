import type { StoredTask, TaskAnswer, TaskOutcome, TaskQuestion } from './stored-task.interface.js';

/** Something that happens to a task. */
export type TaskChange =
  /** It says what it is doing. */
  | { readonly type: 'tell'; readonly statusMessage: string }
  /** It asks its client something. */
  | { readonly type: 'ask'; readonly key: string; readonly question: TaskQuestion }
  /** It does not want to know any more. */
  | { readonly type: 'withdraw'; readonly key: string }
  /** Its client answers. What was not asked, or is answered already, is left out. */
  | { readonly type: 'answer'; readonly answers: Readonly<Record<string, TaskAnswer>> }
  /** The answer has reached the code that asked. */
  | { readonly type: 'take'; readonly key: string }
  /** It is kept at least so many milliseconds more. */
  | { readonly type: 'keep'; readonly forMs: number }
  /** It came to an end, after which it is kept at least `forMs` milliseconds. */
  | { readonly type: 'end'; readonly outcome: TaskOutcome; readonly forMs: number }
  /** It is called off. */
  | { readonly type: 'cancel'; readonly reason: string; readonly forMs: number };

/** True when nothing will change any more. */
export const hasEnded = ({ status }: StoredTask): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled';

/** When it may be forgotten: milliseconds since the Unix epoch. */
export const endOfLife = ({ createdAt, ttlMs }: StoredTask): number => createdAt + ttlMs;

/**
 * The task after a change; `undefined` where the change makes no difference, as after its end. The only
 * place where a status changes (2025-11-25, Tasks: Task Status Lifecycle).
 *
 * @param now milliseconds since the Unix epoch
 */
export function changeTask(
  task: StoredTask,
  change: TaskChange,
  now: number,
): StoredTask | undefined {
  if (hasEnded(task)) return undefined;
  const members = changesOf(task, change, now);
  if (members === undefined) return undefined;
  // That an answer has arrived where it was wanted is nothing to a client.
  const lastUpdatedAt = change.type === 'take' ? task.lastUpdatedAt : now;
  return { ...task, ...members, version: task.version + 1, lastUpdatedAt };
}

function changesOf(
  task: StoredTask,
  change: TaskChange,
  now: number,
): Partial<StoredTask> | undefined {
  switch (change.type) {
    case 'tell':
      return { statusMessage: change.statusMessage };
    case 'ask':
      return open({ ...task.questions, [change.key]: change.question });
    case 'withdraw':
      return Object.hasOwn(task.questions, change.key)
        ? open(without(task.questions, [change.key]))
        : undefined;
    case 'answer':
      return answered(task, change.answers);
    case 'take':
      return { answers: without(task.answers, [change.key]) };
    case 'keep':
      return kept(task, change.forMs, now);
    case 'end':
      return ended(task, change.outcome, change.forMs, now);
    case 'cancel':
      return {
        ...closed(task, change.forMs, now),
        status: 'cancelled',
        statusMessage: change.reason,
      };
  }
}

const open = (questions: StoredTask['questions']): Partial<StoredTask> => ({
  questions,
  status: Object.keys(questions).length > 0 ? 'input_required' : 'working',
});

function answered(
  { questions, answers }: StoredTask,
  given: Readonly<Record<string, TaskAnswer>>,
): Partial<StoredTask> | undefined {
  const taken = Object.entries(given).filter(([key]) => Object.hasOwn(questions, key));
  if (taken.length === 0) return undefined;
  const keys = taken.map(([key]) => key);
  return {
    ...open(without(questions, keys)),
    answers: { ...answers, ...Object.fromEntries(taken) },
  };
}

function ended(
  task: StoredTask,
  outcome: TaskOutcome,
  forMs: number,
  now: number,
): Partial<StoredTask> {
  const ending = { ...closed(task, forMs, now), outcome };
  return 'result' in outcome
    ? { ...ending, status: 'completed', statusMessage: undefined }
    : { ...ending, status: 'failed', statusMessage: outcome.error.message };
}

const closed = (task: StoredTask, forMs: number, now: number): Partial<StoredTask> => ({
  questions: {},
  answers: {},
  ...kept(task, forMs, now),
});

/** It never gets shorter: a client was told of the time before. */
const kept = ({ createdAt, ttlMs }: StoredTask, forMs: number, now: number) => ({
  ttlMs: Math.max(ttlMs, now - createdAt + forMs),
});

const without = <T>(
  members: Readonly<Record<string, T>>,
  keys: readonly string[],
): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(members).filter(([key]) => !keys.includes(key)));
