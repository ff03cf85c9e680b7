import type { Clock } from '../../protocol/clock.js';
import { deferred } from '../../protocol/deferred.js';
import type { JsonRpcNotification } from '../../protocol/json-rpc.js';
import type { JsonObject } from '../../protocol/json.js';
import type { Connection } from '../../sessions/connection.js';
import type { TaskChange } from '../../tasks/change-task.js';
import { endOfLife, hasEnded } from '../../tasks/change-task.js';
import type {
  StoredTask,
  TaskAnswer,
  TaskOutcome,
  TaskQuestion,
} from '../../tasks/stored-task.interface.js';
import { TaskNews } from '../../tasks/task-news.js';
import { TaskStoreFailedError } from '../../tasks/guarded-task-store.js';
import type { Tasks } from '../../tasks/tasks.js';
import type { ActiveCall } from '../active-call.js';
import type { Answer } from '../answer.js';
import { NO_REPLY } from '../hooks/no-reply.js';
import type { Asking } from '../input-requests/asking.interface.js';
import { McpClientRequestError } from '../input-requests/client-request.error.js';
import type { QuestionOutcome } from '../input-requests/question-courier.interface.js';
import type { UrlElicitations } from '../input-requests/url-elicitations.js';
import { WaitingAsking } from '../input-requests/waiting-asking.js';
import type { Outlet } from '../outlet.interface.js';
import { PreparedResult } from '../prepared-result.js';
import type { ReportFailure } from '../telemetry/report-failure.js';
import type { CallTask } from './call-task.interface.js';
import { TaskCourier } from './task-courier.js';
import { taskOutlet } from './task-outlet.js';

/** What a running task is made of. */
export interface RunningTaskParts {
  readonly tasks: Tasks;
  readonly call: ActiveCall;
  readonly push: (connection: Connection, notification: JsonRpcNotification) => void;
  readonly elicitations: UrlElicitations;
  readonly clock: Clock;
  readonly report: ReportFailure;
  /** Told of each status after the first, of the last one too; not if the task is forgotten. */
  readonly onStatus: (task: StoredTask) => void;
  /** Told once, when nothing of it runs any more. */
  readonly onOver: () => void;
}

/**
 * A call that goes on as a task in this process. What happens to the task elsewhere (answers,
 * cancellation, the end of its time) it learns from the store, as it does of what happens here.
 */
export class RunningTask implements CallTask {
  readonly id: string;
  readonly asking: Asking;
  readonly outlet: Outlet;
  private readonly keepMs: number;
  private readonly waiting = new Map<string, (answer: TaskAnswer) => void>();
  /** True once its code has ended, and all that is left to say is with what. */
  private isSettling = false;
  /** Aborted when that is said. */
  private readonly over = new AbortController();
  /** The latest that is known. */
  private version: number;
  private status: StoredTask['status'];
  private message: string | undefined;
  private telling: Promise<void> | undefined;

  /** @param before how its call asked so far */
  constructor(
    private readonly parts: RunningTaskParts,
    task: StoredTask,
    before: Asking,
  ) {
    this.id = task.taskId;
    this.keepMs = task.ttlMs;
    this.version = task.version;
    this.status = task.status;
    const { call, elicitations } = parts;
    this.outlet = taskOutlet(call.context, this.id, parts.push, () => this.isSettling);
    this.asking = new WaitingAsking({
      revision: call.context.revision,
      forms: before.forms,
      courier: new TaskCourier({
        taskId: this.id,
        call,
        elicitations,
        ask: (key, question, timeoutMs) => this.ask(key, question, timeoutMs),
        onClosed: () => before.close(),
      }),
      kept: before,
      known: (question) => (question.isNamed ? before.known?.(question) : undefined),
    });
    void this.follow();
  }

  /** What is said in quick succession is written once, with the last words. */
  tell(statusMessage: string): void {
    this.message = statusMessage;
    this.telling ??= this.writeMessage().finally(() => (this.telling = undefined));
  }

  async settle(answer: Answer | typeof NO_REPLY): Promise<void> {
    const { tasks } = this.parts;
    const change = { type: 'end', outcome: outcomeOf(answer), forMs: this.keepMs } as const;
    this.isSettling = true;
    try {
      await this.telling;
      // Where it had ended already, the news of that may still be on their way.
      const task = (await tasks.change(this.id, change)) ?? (await tasks.get(this.id));
      if (task !== undefined) this.noteStatus(task);
    } catch (thrown) {
      this.parts.report(thrown, `the outcome of task ${this.id}`);
    }
    this.over.abort();
    this.parts.onOver();
  }

  /** Ends the task for the server's own reasons, and then its code. */
  abort(outcome: TaskOutcome, reason: string): Promise<void> {
    return this.callOff({ type: 'end', outcome, forMs: this.keepMs }, reason);
  }

  /** Calls the task off, and its code with it. */
  cancel(reason: string): Promise<void> {
    return this.callOff({ type: 'cancel', reason, forMs: this.keepMs }, reason);
  }

  private async callOff(change: TaskChange, reason: string): Promise<void> {
    try {
      const task = await this.parts.tasks.change(this.id, change);
      if (task !== undefined) this.noteStatus(task);
    } catch (thrown) {
      this.parts.report(thrown, `the end of task ${this.id}`);
    }
    this.parts.call.cancel(reason);
  }

  private async writeMessage(): Promise<void> {
    while (this.message !== undefined) {
      const statusMessage = this.message;
      this.message = undefined;
      try {
        await this.parts.tasks.change(this.id, { type: 'tell', statusMessage });
      } catch (thrown) {
        this.parts.report(thrown, `the status message of task ${this.id}`);
      }
    }
  }

  /** Takes up what happens to the task until it has ended. */
  private async follow(): Promise<void> {
    const { tasks, clock } = this.parts;
    const { signal } = this.over;
    const news = new TaskNews((listener) => tasks.watch(this.id, listener), clock);
    try {
      while (!signal.aborted) {
        const until = await this.look();
        if (until === undefined) return;
        await news.next(until, signal);
      }
    } catch (thrown) {
      if (!signal.aborted) this.parts.report(thrown, `following task ${this.id}`);
    } finally {
      news.close();
    }
  }

  /** When to look again at the latest; `undefined` once the task has ended. */
  private async look(): Promise<number | undefined> {
    const { tasks, clock, call } = this.parts;
    let task: StoredTask | undefined;
    try {
      task = await tasks.get(this.id);
      if (task?.status === 'working' && this.isShort(task)) {
        task = (await tasks.change(this.id, { type: 'keep', forMs: this.keepMs })) ?? task;
      }
    } catch (thrown) {
      // A store that failed has been reported. The task goes on, and may be found again.
      if (!(thrown instanceof TaskStoreFailedError)) {
        this.parts.report(thrown, `following task ${this.id}`);
      }
      return clock.now() + RETRY_MS;
    }
    if (task === undefined) call.cancel('the time of the task is over');
    else this.noteStatus(task);
    if (task === undefined || hasEnded(task)) return undefined;
    this.takeAnswers(task);
    return task.status === 'working' ? endOfLife(task) - this.keepMs / 2 : endOfLife(task);
  }

  /** It is kept as long as it works; what waits for a person ends in its time. */
  private isShort(task: StoredTask): boolean {
    return endOfLife(task) - this.parts.clock.now() <= this.keepMs / 2;
  }

  private noteStatus(task: StoredTask): void {
    if (task.version <= this.version) return;
    this.version = task.version;
    if (task.status === this.status) return;
    this.status = task.status;
    this.parts.onStatus(task);
    if (task.status === 'cancelled') this.parts.call.cancel(task.statusMessage ?? 'cancelled');
  }

  private takeAnswers({ answers }: StoredTask): void {
    for (const [key, answer] of Object.entries(answers)) this.waiting.get(key)?.(answer);
  }

  private async ask(
    key: string,
    question: TaskQuestion,
    timeoutMs: number | undefined,
  ): Promise<QuestionOutcome> {
    const { tasks, clock, call } = this.parts;
    const ended = new McpClientRequestError('ended', 'the call ended before the answer came');
    if (this.over.signal.aborted) throw ended;
    call.signal.throwIfAborted();
    const { promise, resolve, reject } = deferred<QuestionOutcome>();
    // The call may end while the question is still on its way to the store, and nobody waits yet.
    promise.catch(() => undefined);
    this.waiting.set(key, (answer) => resolve(toOutcome(answer)));
    const timer =
      timeoutMs === undefined
        ? undefined
        : clock.after(timeoutMs, () => resolve({ kind: 'timeout', timeoutMs }));
    const onAbort = () => reject(call.signal.reason);
    const onOver = () => reject(ended);
    call.signal.addEventListener('abort', onAbort, { once: true });
    this.over.signal.addEventListener('abort', onOver, { once: true });
    try {
      const asked = await tasks.change(this.id, { type: 'ask', key, question });
      if (asked === undefined) return await promise;
      this.noteStatus(asked);
      const outcome = await promise;
      const done = outcome.kind === 'timeout' ? 'withdraw' : 'take';
      const task = await tasks.change(this.id, { type: done, key });
      if (task !== undefined) this.noteStatus(task);
      return outcome;
    } finally {
      timer?.cancel();
      this.waiting.delete(key);
      call.signal.removeEventListener('abort', onAbort);
      this.over.signal.removeEventListener('abort', onOver);
    }
  }
}

/** Milliseconds until a store that failed is asked again. */
const RETRY_MS = 1_000;

const toOutcome = (answer: TaskAnswer): QuestionOutcome =>
  'result' in answer
    ? { kind: 'answered', result: answer.result }
    : { kind: 'failed', error: answer.error };

function outcomeOf(answer: Answer | typeof NO_REPLY): TaskOutcome {
  if (answer === NO_REPLY) return { result: {} };
  if ('error' in answer) return { error: answer.error };
  const { result } = answer;
  return {
    result: result instanceof PreparedResult ? (JSON.parse(result.json) as JsonObject) : result,
  };
}
