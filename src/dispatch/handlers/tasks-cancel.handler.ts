import type { JsonObject } from '../../protocol/json.js';
import { invalidParams } from '../../protocol/protocol-errors.js';
import { coreTask } from '../../tasks/project-task.js';
import type { Tasks } from '../../tasks/tasks.js';
import type { ActiveCall } from '../active-call.js';
import type { MethodHandler } from '../method-handler.interface.js';
import { readString } from '../read-params.js';
import { namedTask } from '../tasks/task-access.js';

/**
 * Calls a task off. It is cancelled before the answer, whatever its code still does. One that has ended
 * stays as it is: an error in 2025-11-25, and nothing to speak of in 2026-07-28.
 */
export class TasksCancelHandler implements MethodHandler {
  readonly method = 'tasks/cancel';
  readonly access = 'read';
  readonly runs = 'inline';
  readonly capability = 'tasks';
  readonly routingMember = 'taskId';

  constructor(private readonly tasks: Tasks) {}

  check(params: JsonObject): void {
    readString(params, 'taskId', this.method);
  }

  async handle(call: ActiveCall): Promise<JsonObject> {
    const { taskId } = await namedTask(call, this.tasks);
    const change = { type: 'cancel', reason: 'by the client', forMs: 0 } as const;
    const cancelled = await this.tasks.change(taskId, change);
    if (call.context.revision.tasks === 'extension') return {};
    if (cancelled !== undefined) return coreTask(cancelled);
    throw invalidParams('tasks/cancel: the task has ended already');
  }
}
