import type { JsonObject } from '../../protocol/json.js';
import { coreTask, detailedTask } from '../../tasks/project-task.js';
import type { Tasks } from '../../tasks/tasks.js';
import type { ActiveCall } from '../active-call.js';
import type { MethodHandler } from '../method-handler.interface.js';
import { readString } from '../read-params.js';
import { namedTask, taskResult } from '../tasks/task-access.js';

/** Tells where a task is; in 2026-07-28 also what has become of it, or what it asks. */
export class TasksGetHandler implements MethodHandler {
  readonly method = 'tasks/get';
  readonly access = 'read';
  readonly runs = 'inline';
  readonly capability = 'tasks';
  readonly routingMember = 'taskId';

  constructor(private readonly tasks: Tasks) {}

  check(params: JsonObject): void {
    readString(params, 'taskId', this.method);
  }

  async handle(call: ActiveCall): Promise<JsonObject> {
    const { revision } = call.context;
    const task = await namedTask(call, this.tasks);
    if (revision.tasks === 'core') return coreTask(task);
    return detailedTask(task, taskResult(task, revision));
  }
}
