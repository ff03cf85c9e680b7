import type { JsonObject } from '../../protocol/json.js';
import { isJsonObject } from '../../protocol/json.js';
import { invalidParams } from '../../protocol/protocol-errors.js';
import type { TaskAnswer } from '../../tasks/stored-task.interface.js';
import type { Tasks } from '../../tasks/tasks.js';
import type { ActiveCall } from '../active-call.js';
import type { MethodHandler } from '../method-handler.interface.js';
import { readString } from '../read-params.js';
import { namedTask } from '../tasks/task-access.js';

/**
 * Takes answers to what a task asks (extension `io.modelcontextprotocol/tasks`, Task Update Requests).
 * What was not asked, or was answered already, is left out; some answers may come later.
 */
export class TasksUpdateHandler implements MethodHandler {
  readonly method = 'tasks/update';
  readonly access = 'read';
  readonly runs = 'inline';
  readonly capability = 'tasks';
  readonly routingMember = 'taskId';

  constructor(private readonly tasks: Tasks) {}

  check(params: JsonObject): void {
    readString(params, 'taskId', this.method);
    readResponses(params);
  }

  async handle(call: ActiveCall): Promise<JsonObject> {
    const { taskId, questions } = await namedTask(call, this.tasks);
    const responses = Object.entries(readResponses(call.params));
    const asked = responses.filter(([key]) => Object.hasOwn(questions, key));
    const answers = Object.fromEntries(
      asked.map(([key, result]) => [key, readAnswer(key, result)]),
    );
    await this.tasks.change(taskId, { type: 'answer', answers });
    return {};
  }
}

/** @throws McpException `-32602` */
function readResponses({ inputResponses }: JsonObject): JsonObject {
  if (isJsonObject(inputResponses)) return inputResponses;
  throw invalidParams('tasks/update: inputResponses must be an object');
}

/** @throws McpException `-32602` */
function readAnswer(key: string, result: unknown): TaskAnswer {
  if (isJsonObject(result)) return { result };
  throw invalidParams(`tasks/update: inputResponses[${JSON.stringify(key)}] must be an object`);
}
