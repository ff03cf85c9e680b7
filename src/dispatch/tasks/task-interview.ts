import { isJsonObject } from '../../protocol/json.js';
import { MetaKey } from '../../protocol/meta-keys.js';
import { MAX_TIMER_MS } from '../../protocol/timer-ms.js';
import { ErrorCode } from '../../protocol/error-codes.js';
import type { Clock } from '../../protocol/clock.js';
import type { Connection } from '../../sessions/connection.js';
import { endOfLife } from '../../tasks/change-task.js';
import type { StoredTask, TaskAnswer, TaskQuestion } from '../../tasks/stored-task.interface.js';
import type { Tasks } from '../../tasks/tasks.js';
import type { ActiveCall } from '../active-call.js';
import type { ParkedCalls, ParkedOutcome } from '../parking/parked-calls.js';
import type { ReportFailure } from '../telemetry/report-failure.js';

/** What interviews need. */
export interface TaskInterviewParts {
  readonly tasks: Tasks;
  readonly parked: ParkedCalls;
  readonly clock: Clock;
  readonly report: ReportFailure;
}

/** Which questions of tasks are being asked in this process, so that nobody is asked one of them twice. */
export class TaskInterviews {
  private readonly asking = new Set<string>();

  constructor(private readonly parts: TaskInterviewParts) {}

  /** Questions that are being asked; zero at rest. */
  get size(): number {
    return this.asking.size;
  }

  /** @param call whose stream the questions go on, while it is open */
  open(call: ActiveCall, connection: Connection): TaskInterview {
    return new TaskInterview(call, connection, this.asking, this.parts);
  }
}

/**
 * The questions of a task to a client that waits for its result: requests of the server on the stream of
 * `tasks/result` (2025-11-25, Tasks: Input Required Status). A question whose answer does not come this
 * way, because the client goes away or has too many, stays in the task.
 */
export class TaskInterview {
  private readonly open = new Map<string, AbortController>();
  /** Questions that found no place. They are tried again when the task has changed, not in a circle. */
  private readonly refused = new Set<string>();
  /** Of the task, as it was seen last. */
  private version = 0;

  constructor(
    private readonly call: ActiveCall,
    private readonly connection: Connection,
    private readonly asking: Set<string>,
    private readonly parts: TaskInterviewParts,
  ) {}

  /** Asks what the task wants to know now, and takes back what it does not want to know any more. */
  follow(task: StoredTask): void {
    if (task.version !== this.version) this.refused.clear();
    this.version = task.version;
    for (const [key, taken] of this.open) {
      if (!Object.hasOwn(task.questions, key)) taken.abort(new Error('the question is over'));
    }
    if (!this.call.context.outlet.isOpen) return;
    for (const [key, question] of Object.entries(task.questions)) this.ask(task, key, question);
  }

  /** Takes back what is open: others may ask it. */
  close(): void {
    for (const taken of this.open.values()) taken.abort(new Error('the client left'));
  }

  private ask(task: StoredTask, key: string, question: TaskQuestion): void {
    const { taskId } = task;
    const mark = JSON.stringify([taskId, key]);
    if (this.asking.has(mark) || this.refused.has(key)) return;
    const taken = new AbortController();
    this.asking.add(mark);
    this.open.set(key, taken);
    const over = (): void => {
      this.asking.delete(mark);
      this.open.delete(key);
      // Somebody else who waits may take over what has no answer.
      this.parts.tasks.nudge(taskId);
    };
    this.put(task, question, taken.signal)
      .then((outcome) => this.pass(taskId, key, outcome))
      .catch((thrown: unknown) => {
        const isOver = taken.signal.aborted || this.call.signal.aborted;
        if (!isOver) this.parts.report(thrown, `a question of task ${taskId}`);
      })
      .finally(over);
  }

  private put(
    task: StoredTask,
    { method, params }: TaskQuestion,
    until: AbortSignal,
  ): Promise<ParkedOutcome> {
    const { parked, clock } = this.parts;
    const _meta = {
      ...(isJsonObject(params._meta) && params._meta),
      [MetaKey.RelatedTask]: { taskId: task.taskId },
    };
    const timeoutMs = Math.min(Math.max(1, endOfLife(task) - clock.now()), MAX_TIMER_MS);
    return parked.park(this.call, this.connection, {
      idPrefix: 'task',
      method,
      params: { ...params, _meta },
      timeoutMs,
      until,
    });
  }

  private async pass(taskId: string, key: string, outcome: ParkedOutcome): Promise<void> {
    if (outcome.kind === 'full') this.refused.add(key);
    const answer = answerOf(outcome);
    if (answer === undefined) return;
    await this.parts.tasks.change(taskId, { type: 'answer', answers: { [key]: answer } });
  }
}

/** `undefined` where the question was not answered. */
function answerOf(outcome: ParkedOutcome): TaskAnswer | undefined {
  if (outcome.kind === 'answered') {
    const { result } = outcome;
    return isJsonObject(result)
      ? { result }
      : { error: { code: ErrorCode.InvalidParams, message: 'the answer is not an object' } };
  }
  if (outcome.kind !== 'failed') return undefined;
  const { code, message, data } = isJsonObject(outcome.error) ? outcome.error : {};
  return {
    error: {
      code: Number.isInteger(code) ? (code as number) : ErrorCode.InternalError,
      message: typeof message === 'string' ? message : 'the client refused',
      ...(data !== undefined && { data }),
    },
  };
}
