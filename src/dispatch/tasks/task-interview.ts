import { isJsonObject } from '../../protocol/json.js';
import { MetaKey } from '../../protocol/meta-keys.js';
import { MAX_TIMER_MS } from '../../protocol/timer-ms.js';
import { ErrorCode } from '../../protocol/error-codes.js';
import type { Clock, Timer } from '../../protocol/clock.js';
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

/** Who waits for tasks in this process, and who is asked what, so that nobody is asked anything twice. */
export class TaskInterviews {
  private readonly asking = new Set<string>();
  private readonly byTask = new Map<string, Set<TaskInterview>>();

  constructor(private readonly parts: TaskInterviewParts) {}

  /** Questions that are being asked; zero at rest. */
  get size(): number {
    return this.asking.size;
  }

  /** @param call whose stream the questions go on, while it is open */
  open(taskId: string, call: ActiveCall, connection: Connection): TaskInterview {
    const waiting = this.byTask.get(taskId) ?? new Set();
    this.byTask.set(taskId, waiting);
    const interview: TaskInterview = new TaskInterview(call, connection, this.parts, {
      asking: this.asking,
      waiting,
      onClosed: () => {
        waiting.delete(interview);
        if (waiting.size === 0) this.byTask.delete(taskId);
      },
    });
    waiting.add(interview);
    // What was asked of somebody who is gone is asked of this one.
    if ([...waiting].some((other) => !other.isReached)) this.parts.tasks.nudge(taskId);
    return interview;
  }
}

/** What the interviews of a server have in common. */
interface SharedParts {
  /** Questions that are being asked. */
  readonly asking: Set<string>;
  /** Interviews of the same task. */
  readonly waiting: ReadonlySet<TaskInterview>;
  readonly onClosed: () => void;
}

/**
 * The questions of a task to a client that waits for its result: requests of the server on the stream of
 * `tasks/result` (2025-11-25, Tasks: Input Required Status). A question whose answer does not come this
 * way, because the client goes away or has too many, stays in the task.
 */
export class TaskInterview {
  private readonly open = new Map<string, AbortController>();
  private retry: Timer | undefined;
  private isClosed = false;

  constructor(
    private readonly call: ActiveCall,
    private readonly connection: Connection,
    private readonly parts: TaskInterviewParts,
    private readonly shared: SharedParts,
  ) {}

  /** True while a connection leads to the client, which may come back later where this is false. */
  get isReached(): boolean {
    const { outlet, left } = this.call.context;
    return outlet.isOpen && left?.aborted !== true;
  }

  /** Whom a connection leads to is asked before whoever may come back. */
  private get isTurn(): boolean {
    if (this.isReached) return true;
    const { waiting } = this.shared;
    return this.call.context.outlet.isOpen && ![...waiting].some((other) => other.isReached);
  }

  /** Asks what the task wants to know now, and takes back what it does not want to know any more. */
  follow(task: StoredTask): void {
    for (const [key, taken] of this.open) {
      if (!Object.hasOwn(task.questions, key)) taken.abort(new Error('the question is over'));
    }
    if (!this.isTurn) return this.giveUp('the client left');
    for (const [key, question] of Object.entries(task.questions)) this.ask(task, key, question);
  }

  /** Takes back what is open: others may ask it. */
  close(): void {
    this.isClosed = true;
    this.retry?.cancel();
    this.shared.onClosed();
    this.giveUp('the client left');
  }

  private giveUp(reason: string): void {
    for (const taken of this.open.values()) taken.abort(new Error(reason));
  }

  private ask(task: StoredTask, key: string, question: TaskQuestion): void {
    const { taskId } = task;
    const mark = JSON.stringify([taskId, key]);
    const { asking } = this.shared;
    if (asking.has(mark)) return;
    const taken = new AbortController();
    asking.add(mark);
    this.open.set(key, taken);
    let isFull = false;
    const over = (): void => {
      asking.delete(mark);
      this.open.delete(key);
      if (isFull) this.retryLater(taskId);
      // Somebody else who waits may take over what has no answer.
      else this.parts.tasks.nudge(taskId);
    };
    this.put(task, question, taken.signal)
      .then((outcome) => {
        isFull = outcome.kind === 'full';
        return this.pass(taskId, key, outcome);
      })
      .catch((thrown: unknown) => {
        const isOver = taken.signal.aborted || this.call.signal.aborted;
        if (!isOver) this.parts.report(thrown, `a question of task ${taskId}`);
      })
      .finally(over);
  }

  /** Nothing tells when there is room again, and looking at once would be looking for ever. */
  private retryLater(taskId: string): void {
    if (this.isClosed) return;
    this.retry ??= this.parts.clock.after(RETRY_MS, () => {
      this.retry = undefined;
      this.parts.tasks.nudge(taskId);
    });
  }

  private put(
    task: StoredTask,
    { method, params }: TaskQuestion,
    until: AbortSignal,
  ): Promise<ParkedOutcome> {
    const { parked, clock } = this.parts;
    const about = { [MetaKey.RelatedTask]: { taskId: task.taskId } };
    const _meta = { ...(isJsonObject(params._meta) && params._meta), ...about };
    const timeoutMs = Math.min(Math.max(1, endOfLife(task) - clock.now()), MAX_TIMER_MS);
    return parked.park(this.call, this.connection, {
      idPrefix: 'task',
      method,
      params: { ...params, _meta },
      timeoutMs,
      until,
      about,
    });
  }

  private async pass(taskId: string, key: string, outcome: ParkedOutcome): Promise<void> {
    const answer = answerOf(outcome);
    if (answer === undefined) return;
    await this.parts.tasks.change(taskId, { type: 'answer', answers: { [key]: answer } });
  }
}

/** Milliseconds until a client is asked again that had too many questions. */
const RETRY_MS = 1_000;

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
