import type { Clock } from '../../protocol/clock.js';
import type { JsonObject } from '../../protocol/json.js';
import type { Revision } from '../../protocol/revisions/revision.interface.js';
import { endOfLife, hasEnded } from '../../tasks/change-task.js';
import { detailedTask } from '../../tasks/project-task.js';
import { TaskNews } from '../../tasks/task-news.js';
import type { Tasks } from '../../tasks/tasks.js';
import { taskResult } from '../tasks/task-access.js';
import type { ReportFailure } from '../telemetry/report-failure.js';

/** Tells listens of the tasks they follow. */
export class TaskFollowers {
  constructor(
    private readonly tasks: Tasks,
    private readonly clock: Clock,
    private readonly report: ReportFailure,
  ) {}

  /**
   * Tells of each change of a task until it has ended, is forgotten, or nobody wants to know any more. A
   * task that does not just work is told of at once, since that may be news.
   *
   * @param tell gets the task as `tasks/get` would show it
   */
  follow(
    taskId: string,
    revision: Revision,
    signal: AbortSignal,
    tell: (task: JsonObject) => void,
  ): void {
    const news = new TaskNews((listener) => this.tasks.watch(taskId, listener), this.clock);
    this.tellChanges(taskId, revision, signal, tell, news)
      .catch((thrown: unknown) => {
        if (!signal.aborted) this.report(thrown, `following task ${taskId}`);
      })
      .finally(() => news.close());
  }

  private async tellChanges(
    taskId: string,
    revision: Revision,
    signal: AbortSignal,
    tell: (task: JsonObject) => void,
    news: TaskNews,
  ): Promise<void> {
    let told: string | undefined;
    for (;;) {
      const task = await this.tasks.get(taskId);
      if (task === undefined || signal.aborted) return;
      const shown = detailedTask(task, taskResult(task, revision));
      const text = JSON.stringify(shown);
      const isNews = told === undefined ? task.status !== 'working' : text !== told;
      told = text;
      if (isNews) tell(shown);
      if (hasEnded(task)) return;
      await news.next(endOfLife(task), signal);
    }
  }
}
