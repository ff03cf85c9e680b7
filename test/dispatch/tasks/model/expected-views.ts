import type { ExpectedTask, Outcome } from './expected-task.js';
import { LIMITS } from './world.js';

/** What nobody can know beforehand is the same everywhere: references to the log. */
const mask = (text: string): string => text.replace(/\(reference .*\)$/, '(reference)');

/** What an answer says, without what every answer of the era says. */
export function seenView(answer: any): object {
  const { resultType: _type, _meta, result, content, statusMessage, ...rest } = answer;
  return {
    ...rest,
    ...(statusMessage !== undefined && { statusMessage: mask(statusMessage) }),
    ...(content !== undefined && { content: masked(content) }),
    ...(result !== undefined && { result: { ...result, content: masked(result.content) } }),
  };
}

const masked = (content: readonly { text: string }[]) =>
  content.map((block) => ({ ...block, text: mask(block.text) }));

const iso = (ms: number): string => new Date(ms).toISOString();

const common = ({ id, message, createdAt, updatedAt }: ExpectedTask) => ({
  taskId: id,
  ...(message !== undefined && { statusMessage: message }),
  createdAt: iso(createdAt),
  lastUpdatedAt: iso(updatedAt),
});

/** In 2025-11-25 a result with `isError` is a failure. */
export const coreStatus = ({ status, outcome }: ExpectedTask): string =>
  status === 'completed' && outcome?.kind !== 'ok' ? 'failed' : status;

/** What it says of itself in 2025-11-25, where a failure that is a result tells its first text. */
function coreMessage({ message, outcome, run }: ExpectedTask): object {
  if (outcome === undefined || outcome.kind === 'error' || outcome.kind === 'ok') {
    return message === undefined ? {} : { statusMessage: message };
  }
  return { statusMessage: texts(run)[outcome.kind] };
}

/** The task in 2025-11-25. */
export const coreView = (task: ExpectedTask): object => ({
  ...common(task),
  ...coreMessage(task),
  status: coreStatus(task),
  ttl: task.ttlMs,
  pollInterval: LIMITS.taskPollIntervalMs,
});

/** The same in the extension, with what has become of it. */
export const extensionView = (task: ExpectedTask): object => ({
  ...common(task),
  status: task.status,
  ttlMs: task.ttlMs,
  pollIntervalMs: LIMITS.taskPollIntervalMs,
  ...(task.status === 'input_required' && { inputRequests: [...task.questions.keys()].toSorted() }),
  ...(task.outcome !== undefined && outcomeView(task.outcome, task.run)),
});

const outcomeView = (outcome: Outcome, run: string): object =>
  outcome.kind === 'error' ? { error: outcome.error } : { result: resultView(outcome.kind, run) };

const texts = (run: string) => ({
  ok: `done ${run}`,
  isError: `no luck ${run}`,
  throw: 'TypeError (reference)',
});

function resultView(kind: 'ok' | 'isError' | 'throw', run: string): object {
  return {
    content: [{ type: 'text', text: texts(run)[kind] }],
    ...(kind !== 'ok' && { isError: true }),
  };
}

/** What `tasks/result` must answer; `undefined`: nothing yet. */
export function answerView(task: ExpectedTask): object | undefined {
  if (task.isGone) return { code: -32_602 };
  if (!task.hasEnded) return undefined;
  if (task.outcome === undefined) {
    return { code: -32_603, message: `The task was cancelled: ${task.message}` };
  }
  return task.outcome.kind === 'error'
    ? task.outcome.error
    : resultView(task.outcome.kind, task.run);
}
