import type { Creator } from './expected-task.js';
import { ExpectedTask } from './expected-task.js';
import { LIMITS, UNIT_MS } from './world.js';

/** Which bound leaves no room for a task. */
export type Busy = 'running_tasks' | 'connection_running_tasks' | 'tasks' | 'connection_tasks';

/** What every task must be, told what happens and in which order. */
export class Oracle {
  /** In the order of their creation, also those that are forgotten. */
  readonly tasks: ExpectedTask[] = [];

  constructor(
    public now: number,
    private readonly onSessionEnd: 'cancel' | 'keep',
  ) {}

  /** Tasks that can be found. */
  get kept(): readonly ExpectedTask[] {
    return this.tasks.filter(({ isGone }) => !isGone);
  }

  get running(): readonly ExpectedTask[] {
    return this.tasks.filter(({ isRunning }) => isRunning);
  }

  /** When something happens of its own accord. */
  get nextEvent(): number {
    return Math.min(...this.tasks.map(({ nextEvent }) => nextEvent ?? Infinity));
  }

  moveTo(now: number): void {
    this.now = now;
    for (const task of this.tasks) task.pass(now);
  }

  /** @param ttlMs what a session asks for */
  create(
    run: string,
    creator: Creator,
    ttlMs: number | undefined,
    isDeaf: boolean,
  ): ExpectedTask | Busy {
    const busy = this.busyFor(creator);
    if (busy !== undefined) return busy;
    const wanted = ttlMs ?? LIMITS.taskTtlMs;
    const keepMs = Math.min(Math.max(wanted, UNIT_MS), LIMITS.maxTaskTtlMs);
    const task = new ExpectedTask(run, creator, isDeaf, this.now, keepMs);
    this.tasks.push(task);
    return task;
  }

  /** A session is over, and everything that only it could use. */
  endSession(session: string): void {
    for (const task of this.tasks) {
      const { creator } = task;
      const isLost = creator.owner === sessionOwner(session);
      if (creator.session === session && task.isRunning) {
        const isKept = this.onSessionEnd === 'keep' && !isLost;
        if (!isKept) task.cancel('the session ended', task.keepMs, this.now);
      }
      if (isLost) task.forget();
    }
  }

  private busyFor({ owner, share }: Creator): Busy | undefined {
    if (this.running.length >= LIMITS.maxRunningTasks) return 'running_tasks';
    const held = this.tasks.filter(({ isHeld, creator }) => isHeld && creator.share === share);
    if (share !== undefined && held.length >= LIMITS.maxRunningTasksPerOwner) {
      return 'connection_running_tasks';
    }
    if (this.kept.length >= LIMITS.maxTasks) return 'tasks';
    const owned = this.kept.filter(({ creator }) => creator.owner === owner);
    if (owner !== undefined && owned.length >= LIMITS.maxTasksPerOwner) return 'connection_tasks';
    return undefined;
  }
}

/** How a session without a principal owns tasks. */
export const sessionOwner = (session: string): string => `session:${session}`;
