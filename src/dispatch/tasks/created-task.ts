import type { JsonObject } from '../../protocol/json.js';
import { MetaKey } from '../../protocol/meta-keys.js';
import type { Revision } from '../../protocol/revisions/revision.interface.js';
import type { TaskTerms } from '../../registry/task-terms.js';
import { coreTask, extensionTask } from '../../tasks/project-task.js';
import type { StoredTask } from '../../tasks/stored-task.interface.js';
import type { ResultEncoder } from '../result-encoder.js';

/** `CreateTaskResult`, as the revision writes it: what a request is answered with that goes on as a task. */
export function createdTask(
  task: StoredTask,
  { immediateResponse }: TaskTerms,
  revision: Revision,
  encoder: ResultEncoder,
): JsonObject {
  if (revision.tasks === 'extension') return encoder.task(extensionTask(task), revision);
  return {
    task: coreTask(task),
    _meta: {
      [MetaKey.RelatedTask]: { taskId: task.taskId },
      ...(immediateResponse !== undefined && {
        [MetaKey.ModelImmediateResponse]: immediateResponse,
      }),
    },
  };
}
