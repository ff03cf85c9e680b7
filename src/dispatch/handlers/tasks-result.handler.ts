import type { Clock } from '../../protocol/clock.js';
import type { JsonObject } from '../../protocol/json.js';
import { endOfLife, hasEnded } from '../../tasks/change-task.js';
import { TaskNews } from '../../tasks/task-news.js';
import type { Tasks } from '../../tasks/tasks.js';
import type { ActiveCall } from '../active-call.js';
import type { MethodHandler } from '../method-handler.interface.js';
import { readString } from '../read-params.js';
import type { ClientPlaces } from '../slots/client-places.js';
import { namedTask, taskAnswer } from '../tasks/task-access.js';
import type { TaskInterviews } from '../tasks/task-interview.js';

/** What waiting for tasks needs. */
export interface TasksResultParts {
  readonly tasks: Tasks;
  readonly interviews: TaskInterviews;
  readonly places: ClientPlaces;
  readonly clock: Clock;
}

/**
 * Answers with what a task came to, once it has; any number of requests may wait for one. Meanwhile the
 * task may ask its client things on the stream of this request (2025-11-25, Tasks: Result Retrieval).
 */
export class TasksResultHandler implements MethodHandler {
  readonly method = 'tasks/result';
  readonly access = 'read';
  readonly runs = 'itself';
  readonly capability = 'tasks';

  constructor(private readonly parts: TasksResultParts) {}

  check(params: JsonObject): void {
    readString(params, 'taskId', this.method);
  }

  async handle(call: ActiveCall): Promise<JsonObject> {
    const { tasks, interviews, places, clock } = this.parts;
    const { connection, revision } = call.context;
    const { taskId } = await namedTask(call, tasks);
    const leave = places.take(call);
    const unwatch = whenLeft(call, () => tasks.nudge(taskId));
    const news = new TaskNews((listener) => tasks.watch(taskId, listener), clock);
    const interview =
      connection?.isLasting === true ? interviews.open(taskId, call, connection) : undefined;
    try {
      for (;;) {
        const task = await namedTask(call, tasks);
        if (hasEnded(task)) return taskAnswer(task, revision);
        interview?.follow(task);
        await news.next(endOfLife(task), call.signal);
      }
    } finally {
      unwatch();
      interview?.close();
      news.close();
      leave();
    }
  }
}

/**
 * Calls the request off when its client has left and cannot come back for the answer; it can always ask
 * again.
 *
 * @param onLeft called when it can
 * @returns ends it
 */
function whenLeft(call: ActiveCall, onLeft: () => void): () => void {
  const { left, outlet } = call.context;
  const onAbort = (): void =>
    // Whoever carries the stream hears of it in the same turn.
    queueMicrotask(() => (outlet.isOpen ? onLeft() : call.cancel('the client left')));
  left?.addEventListener('abort', onAbort, { once: true });
  if (left?.aborted === true) onAbort();
  return () => left?.removeEventListener('abort', onAbort);
}
