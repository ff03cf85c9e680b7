import type { JsonObject } from '../protocol/json.js';
import { isJsonObject } from '../protocol/json.js';
import type { StoredTask } from './stored-task.interface.js';

/**
 * A task as clients of 2025-11-25 know it (Tasks: `Task`). There a result with `isError` is a failure,
 * of which the status message tells (Tasks: Task Execution Errors).
 */
export function coreTask(task: StoredTask): JsonObject {
  const { ttlMs, pollIntervalMs } = task;
  const shown = { ...common(task), ttl: ttlMs, pollInterval: pollIntervalMs };
  const failure = failedResult(task);
  if (failure === undefined) return shown;
  const statusMessage = firstText(failure);
  return { ...shown, status: 'failed', ...(statusMessage !== undefined && { statusMessage }) };
}

/** A task as clients of the extension know it (`Task`), without what has become of it. */
export function extensionTask(task: StoredTask): JsonObject {
  const { ttlMs, pollIntervalMs } = task;
  return { ...common(task), ttlMs, pollIntervalMs };
}

/**
 * The same with what has become of it, or what it asks (`DetailedTask`).
 *
 * @param result what its client would have been answered
 */
export function detailedTask(task: StoredTask, result: JsonObject | undefined): JsonObject {
  const { status, questions, outcome } = task;
  return {
    ...extensionTask(task),
    ...(status === 'input_required' && { inputRequests: questions }),
    ...(result !== undefined && { result }),
    ...(outcome !== undefined && 'error' in outcome && { error: outcome.error }),
  };
}

const failedResult = ({ outcome }: StoredTask): JsonObject | undefined =>
  outcome !== undefined && 'result' in outcome && outcome.result.isError === true
    ? outcome.result
    : undefined;

function firstText({ content }: JsonObject): string | undefined {
  const [first] = Array.isArray(content) ? (content as readonly unknown[]) : [];
  return isJsonObject(first) && typeof first.text === 'string' ? first.text : undefined;
}

function common(task: StoredTask): JsonObject {
  const { taskId, status, statusMessage, createdAt, lastUpdatedAt } = task;
  return {
    taskId,
    status,
    ...(statusMessage !== undefined && { statusMessage }),
    createdAt: new Date(createdAt).toISOString(),
    lastUpdatedAt: new Date(lastUpdatedAt).toISOString(),
  };
}
