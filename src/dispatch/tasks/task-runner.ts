import type { Clock } from '../../protocol/clock.js';
import { endsWithin } from '../../protocol/ends-within.js';
import type { JsonRpcNotification } from '../../protocol/json-rpc.js';
import { serverStopping } from '../../protocol/protocol-errors.js';
import type { Connection } from '../../sessions/connection.js';
import { hasEnded } from '../../tasks/change-task.js';
import { coreTask } from '../../tasks/project-task.js';
import type { StoredTask } from '../../tasks/stored-task.interface.js';
import type { TaskOptions } from '../../tasks/task-options.interface.js';
import type { Tasks } from '../../tasks/tasks.js';
import type { TaskTerms } from '../../registry/task-terms.js';
import type { ActiveCall } from '../active-call.js';
import type { Asking } from '../input-requests/asking.interface.js';
import type { UrlElicitations } from '../input-requests/url-elicitations.js';
import { fairnessKey } from '../fairness-key.js';
import { PreparedResult } from '../prepared-result.js';
import type { ResultEncoder } from '../result-encoder.js';
import { BusyError } from '../slots/busy.error.js';
import type { BusyReports } from '../slots/busy-reports.js';
import type { Slot, SlotPool } from '../slots/slot-pool.js';
import type { McpTelemetry } from '../telemetry/mcp-telemetry.js';
import type { ReportFailure } from '../telemetry/report-failure.js';
import type { TaskStart } from './call-task.interface.js';
import { RunningTask } from './running-task.js';
import { createdTask } from './created-task.js';
import type { TaskLimits } from './task-limits.interface.js';
import { requestedTtl } from './requested-task.js';
import { sessionOwner, taskOwner } from './task-owner.js';

/** What running tasks needs. */
export interface TaskRunnerParts {
  readonly tasks: Tasks;
  readonly options: TaskOptions;
  /** Where tasks run, apart from calls, so that neither keeps the other from running. */
  readonly pool: SlotPool;
  readonly limits: TaskLimits;
  readonly busy: BusyReports;
  readonly encoder: ResultEncoder;
  readonly elicitations: UrlElicitations;
  readonly telemetry: McpTelemetry;
  readonly clock: Clock;
  readonly report: ReportFailure;
  readonly push: (connection: Connection, notification: JsonRpcNotification) => void;
}

/** Makes tasks of calls, and ends them with their sessions and with the server. */
export class TaskRunner {
  private readonly running = new Map<string, { task: RunningTask; call: ActiveCall }>();
  private readonly idleWaiters = new Set<() => void>();
  private isStopping = false;

  constructor(private readonly parts: TaskRunnerParts) {}

  /** Tasks that run in this process; zero at rest. */
  get size(): number {
    return this.running.size;
  }

  /**
   * Lets a call go on as a task, if it may. The task can be found before the request is answered.
   *
   * @returns whether it is one now
   * @throws TypeError for a tool that may not be one, and after the end of the call
   * @throws BusyError when there are too many
   * @throws what the call came to instead, if it has questions that are not answered (2026-07-28)
   * @throws McpException `-32603` when the server stops
   * @throws the reason of the abort
   */
  async start(call: ActiveCall, start: TaskStart): Promise<boolean> {
    const { taskTerms: terms, taskMode } = call;
    if (call.task !== undefined) return true;
    if (terms === undefined) {
      throw new TypeError("ctx.startTask() needs a tool that may: @McpTool({ task: 'optional' })");
    }
    if (taskMode === 'plain') return false;
    if (call.callback === undefined) throw callIsOver();
    // What the client brought is checked, and what it has to answer first decides.
    const { asking } = call;
    const instead = await asking.end(undefined);
    if (instead !== undefined) throw instead as Error;
    this.requireGoing(call);
    const slot = this.takeSlot(call);
    let hasBegun = false;
    try {
      hasBegun = await this.begin(call, terms, start, slot, asking);
      return hasBegun;
    } finally {
      if (!hasBegun) slot.release();
    }
  }

  /** The session ended, or is about to: what only it could use is called off and forgotten. */
  async endSession(connection: Connection): Promise<void> {
    const { tasks, options, report } = this.parts;
    const owner = sessionOwner(connection);
    const own = [...this.running.values()].filter(
      ({ call }) => call.context.connection === connection,
    );
    const ended = own.filter(
      ({ call }) => options.onSessionEnd !== 'keep' || taskOwner(call.context) === owner,
    );
    await Promise.all(ended.map(({ task }) => task.cancel('the session ended')));
    try {
      const left = await tasks.list(owner);
      await Promise.all(left.map(({ taskId }) => tasks.delete(taskId)));
    } catch (thrown) {
      report(thrown, 'the tasks of a session that ended');
    }
  }

  /** Tells the client of a task where that is, if it runs here (2025-11-25). */
  async notifyStatus(taskId: string): Promise<void> {
    const running = this.running.get(taskId);
    const task = running && (await this.parts.tasks.get(taskId));
    if (running !== undefined && task !== undefined) this.pushStatus(task, running.call);
  }

  /** The server stops: waits until every task has ended, at most `graceMs` milliseconds, then fails the rest. */
  async stop(graceMs: number): Promise<void> {
    const { clock } = this.parts;
    this.isStopping = true;
    if (graceMs > 0) await endsWithin(clock, graceMs, this.whenIdle());
    const outcome = { error: serverStopping().toErrorObject() };
    const left = [...this.running.values()];
    await Promise.all(left.map(({ task }) => task.abort(outcome, 'the server stops')));
    // The store may be closed after this.
    await this.whenIdle();
  }

  private whenIdle(): Promise<void> {
    if (this.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.idleWaiters.add(resolve));
  }

  private takeSlot(call: ActiveCall): Slot {
    try {
      return this.parts.pool.take(fairnessKey(call.context));
    } catch (thrown) {
      if (thrown instanceof BusyError) this.parts.busy.report(thrown, call);
      throw thrown;
    }
  }

  /** Nobody would wait for it, or end it. */
  private requireGoing({ signal }: ActiveCall): void {
    signal.throwIfAborted();
    if (this.isStopping) throw serverStopping();
  }

  /** @returns false for a call that has ended meanwhile, or whose session has: nobody waits for a task */
  private async begin(
    call: ActiveCall,
    terms: TaskTerms,
    start: TaskStart,
    slot: Slot,
    before: Asking,
  ): Promise<boolean> {
    const { parts } = this;
    const { tasks } = parts;
    const task = await this.create(call, terms, start);
    const isForNobody = call.callback === undefined || call.context.connection?.hasEnded === true;
    if (isForNobody || this.isStopping) {
      await tasks.delete(task.taskId);
      this.requireGoing(call);
      return false;
    }
    const running = this.follow(call, task, before);
    call.callback?.moveTo(slot);
    const result = createdTask(task, terms, call.context.revision, parts.encoder);
    call.becomeTask(running, { id: call.id, result: new PreparedResult(JSON.stringify(result)) });
    return true;
  }

  /** Keeps the task and what runs it together until both have ended. */
  private follow(call: ActiveCall, task: StoredTask, before: Asking): RunningTask {
    const { parts } = this;
    const { telemetry, clock } = parts;
    const { taskId } = task;
    const begunAt = clock.monotonic();
    const running = new RunningTask(
      {
        ...parts,
        call,
        onStatus: (changed) => {
          if (parts.options.statusNotifications !== false) this.pushStatus(changed, call);
          if (!hasEnded(changed)) return;
          const { status } = changed;
          const durationMs = clock.monotonic() - begunAt;
          telemetry.emit(() => ({ type: 'task_ended', taskId, status, durationMs, ...call.facts }));
        },
        onOver: () => this.remove(taskId),
      },
      task,
      before,
    );
    this.running.set(taskId, { task: running, call });
    telemetry.emit(() => ({ type: 'task_created', taskId, ...call.facts }));
    return running;
  }

  private async create(
    call: ActiveCall,
    terms: TaskTerms,
    {
      ttlMs = terms.ttlMs,
      pollIntervalMs = terms.pollIntervalMs,
      statusMessage = terms.statusMessage,
    }: TaskStart,
  ): Promise<StoredTask> {
    const { tasks, limits, busy } = this.parts;
    const { maxTaskTtlMs, taskTtlMs, taskPollIntervalMs } = limits;
    const wanted = ttlOf(call) ?? ttlMs ?? taskTtlMs;
    const task = await tasks.create({
      owner: taskOwner(call.context),
      tool: call.facts.name ?? '',
      ttlMs: Math.min(Math.max(wanted, MIN_TTL_MS), maxTaskTtlMs),
      pollIntervalMs: pollIntervalMs ?? taskPollIntervalMs,
      statusMessage,
    });
    if (task === 'full') throw busy.refusal('tasks', limits.maxTasks, call);
    if (task === 'owner_full') {
      throw busy.refusal('connection_tasks', limits.maxTasksPerOwner, call);
    }
    return task;
  }

  private pushStatus(task: StoredTask, { context }: ActiveCall): void {
    const { connection, revision } = context;
    if (revision.tasks !== 'core' || connection?.isLasting !== true) return;
    const params = coreTask(task);
    this.parts.push(connection, { jsonrpc: '2.0', method: 'notifications/tasks/status', params });
  }

  private remove(taskId: string): void {
    this.running.delete(taskId);
    if (this.size > 0) return;
    for (const resolve of this.idleWaiters) resolve();
    this.idleWaiters.clear();
  }
}

const callIsOver = (): TypeError =>
  new TypeError('ctx.startTask() came after the end of its call; await it in the method');

/** In 2026-07-28 clients have no say in it, and `task` is no member of theirs. */
const ttlOf = ({ context, params }: ActiveCall): number | undefined =>
  context.revision.tasks === 'core' ? requestedTtl(params) : undefined;

/** Milliseconds a task is kept at least, whatever anybody says. */
const MIN_TTL_MS = 1_000;
