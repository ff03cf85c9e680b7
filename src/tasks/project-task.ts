import type { JsonObject } from '../protocol/json.js';
import type { StoredTask, TaskStatus } from './stored-task.interface.js';

/** A task as clients of 2025-11-25 know it (Tasks: `Task`). There a result with `isError` is a failure. */
export function coreTask(task: StoredTask): JsonObject {
  const { ttlMs, pollIntervalMs } = task;
  return { ...common(task, coreStatus(task)), ttl: ttlMs, pollInterval: pollIntervalMs };
}

/** A task as clients of the extension know it (`Task`), without what has become of it. */
export function extensionTask(task: StoredTask): JsonObject {
  const { ttlMs, pollIntervalMs } = task;
  return { ...common(task, task.status), ttlMs, pollIntervalMs };
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

const coreStatus = ({ status, outcome }: StoredTask): TaskStatus =>
  outcome !== undefined && 'result' in outcome && outcome.result.isError === true
    ? 'failed'
    : status;

function common(task: StoredTask, status: TaskStatus): JsonObject {
  const { taskId, statusMessage, createdAt, lastUpdatedAt } = task;
  return {
    taskId,
    status,
    ...(statusMessage !== undefined && { statusMessage }),
    createdAt: new Date(createdAt).toISOString(),
    lastUpdatedAt: new Date(lastUpdatedAt).toISOString(),
  };
}
