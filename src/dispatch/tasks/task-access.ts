import { ErrorCode } from '../../protocol/error-codes.js';
import type { JsonObject } from '../../protocol/json.js';
import { isJsonObject } from '../../protocol/json.js';
import { MetaKey } from '../../protocol/meta-keys.js';
import { OwnCodeException } from '../../protocol/own-code.exception.js';
import { invalidParams } from '../../protocol/protocol-errors.js';
import type { CallToolResult } from '../../protocol/content.interface.js';
import type { Revision } from '../../protocol/revisions/revision.interface.js';
import type { StoredTask } from '../../tasks/stored-task.interface.js';
import type { Tasks } from '../../tasks/tasks.js';
import type { ActiveCall } from '../active-call.js';
import { toolResultFor } from '../failures/tool-results.js';
import { MissingCapabilityException } from '../input-requests/missing-capability.exception.js';
import { readString } from '../read-params.js';
import { followsTasks, TASK_CAPABILITY } from './task-mode.js';
import { taskOwner } from './task-owner.js';

/**
 * The task that a request names.
 *
 * @throws MissingCapabilityException for a client that cannot follow tasks (2026-07-28)
 * @throws McpException `-32602` for a task that is not there, is over its time, or is somebody else's
 */
export async function namedTask(call: ActiveCall, tasks: Tasks): Promise<StoredTask> {
  const { context, params, method } = call;
  requireFollower(call);
  const taskId = readString(params, 'taskId', method);
  const task = await tasks.find(taskId, taskOwner(context));
  call.signal.throwIfAborted();
  return task ?? unknownTask(method);
}

/** @throws MissingCapabilityException for a client that cannot follow tasks (2026-07-28) */
export function requireFollower({ context }: ActiveCall): void {
  if (context.revision.tasks !== 'extension' || followsTasks(context)) return;
  throw new MissingCapabilityException([TASK_CAPABILITY]);
}

/** @throws McpException `-32602` */
export function unknownTask(method: string): never {
  throw invalidParams(`${method}: there is no such task, or its time is over`);
}

/** The result that a task came to, as clients of the revision know it; `undefined` if it came to none. */
export function taskResult({ outcome }: StoredTask, revision: Revision): JsonObject | undefined {
  if (outcome === undefined || 'error' in outcome) return undefined;
  return toolResultFor(outcome.result as unknown as CallToolResult, revision);
}

/**
 * What the request of a task would have been answered with, and which task that was (2025-11-25, Tasks:
 * Result Retrieval).
 *
 * @throws McpException with the error that it came to; `-32603` for a task that was cancelled
 */
export function taskAnswer(task: StoredTask, revision: Revision): JsonObject {
  const { taskId, outcome } = task;
  if (outcome !== undefined && 'error' in outcome) {
    const { code, message, data } = outcome.error;
    throw new OwnCodeException(code, message, data);
  }
  const result = taskResult(task, revision);
  if (result === undefined) throw cancelledTask(task);
  const _meta = {
    ...(isJsonObject(result._meta) && result._meta),
    [MetaKey.RelatedTask]: { taskId },
  };
  return { ...result, _meta };
}

const cancelledTask = ({ statusMessage = 'by the client' }: StoredTask): OwnCodeException =>
  new OwnCodeException(ErrorCode.InternalError, `The task was cancelled: ${statusMessage}`);
