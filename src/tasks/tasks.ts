import type { Clock } from '../protocol/clock.js';
import type { IdGenerator } from '../protocol/id-generator.js';
import type { TaskChange } from './change-task.js';
import { changeTask, endOfLife } from './change-task.js';
import type { StoredTask } from './stored-task.interface.js';
import type { TaskBounds, TaskPage, TaskStore } from './task-store.interface.js';

/** What a new task is made of. */
export interface NewTask {
  readonly owner: string | undefined;
  readonly tool: string;
  readonly ttlMs: number;
  readonly pollIntervalMs: number;
  readonly statusMessage: string | undefined;
}

/** What tasks are kept and changed with. */
export interface TasksParts {
  /** Which server of the application it is for; absent: the default one. */
  readonly server: string | undefined;
  readonly store: () => TaskStore;
  readonly bounds: TaskBounds;
  readonly clock: Clock;
  readonly nextId: IdGenerator;
}

/** Each attempt that fails is a change of somebody else, so more than this is no contention. */
const MAX_ATTEMPTS = 1_000;

/**
 * The tasks of one server, in whichever process they run: how they are found, changed and watched. What
 * runs them is elsewhere.
 */
export class Tasks {
  private readonly listeners = new Map<string, Set<() => void>>();
  private unwatch: (() => void) | undefined;

  constructor(private readonly parts: TasksParts) {}

  /** Tasks that somebody watches; zero at rest. */
  get watched(): number {
    return this.listeners.size;
  }

  /** Keeps a new task, or says which bound leaves no room. */
  async create({
    owner,
    statusMessage,
    ...given
  }: NewTask): Promise<StoredTask | 'full' | 'owner_full'> {
    const { server, store, bounds, clock, nextId } = this.parts;
    const now = clock.now();
    const task: StoredTask = {
      v: 1,
      taskId: nextId(),
      version: 1,
      status: 'working',
      createdAt: now,
      lastUpdatedAt: now,
      questions: {},
      answers: {},
      ...given,
      ...(server !== undefined && { server }),
      ...(owner !== undefined && { owner: this.ownerKey(owner) }),
      ...(statusMessage !== undefined && { statusMessage }),
    };
    const outcome = await store().create(task, bounds);
    return outcome === 'created' ? task : outcome;
  }

  /** The task, if it is there and is theirs. Nothing tells a foreign task from an unknown one. */
  async find(taskId: string, owner: string | undefined): Promise<StoredTask | undefined> {
    const task = await this.get(taskId);
    const key = owner === undefined ? undefined : this.ownerKey(owner);
    return task?.owner === key ? task : undefined;
  }

  /** The task, whoever owns it. */
  async get(taskId: string): Promise<StoredTask | undefined> {
    const task = await this.parts.store().get(taskId);
    return task !== undefined && this.isThere(task) ? task : undefined;
  }

  /** Tasks of one owner, oldest first. */
  async list(owner: string, page?: TaskPage): Promise<readonly StoredTask[]> {
    const tasks = await this.parts.store().list(this.ownerKey(owner), page);
    return tasks.filter((task) => this.isThere(task));
  }

  /** Forgets a task. */
  delete(taskId: string): Promise<void> {
    return this.parts.store().delete(taskId);
  }

  /**
   * Changes a task, against whatever else changes it.
   *
   * @returns the task after the change; `undefined` where it made no difference, or there is no such task
   * @throws Error where others change it all the time, or a store never replaces anything
   */
  async change(taskId: string, change: TaskChange): Promise<StoredTask | undefined> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const task = await this.get(taskId);
      const changed = task && changeTask(task, change, this.parts.clock.now());
      if (changed === undefined) return undefined;
      // Another change came first, so this one is made of what that has left.
      if (await this.parts.store().replace(changed)) return changed;
    }
    throw new Error(`Task ${taskId} could not be changed in ${MAX_ATTEMPTS} attempts`);
  }

  /**
   * Tells of each change of one task.
   *
   * @returns ends it
   */
  watch(taskId: string, listener: () => void): () => void {
    this.unwatch ??= this.parts.store().watch((id) => this.tell(id));
    const listeners = this.listeners.get(taskId) ?? new Set();
    this.listeners.set(taskId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0 || this.listeners.get(taskId) !== listeners) return;
      this.listeners.delete(taskId);
      if (this.listeners.size === 0) this.close();
    };
  }

  /** Lets whoever watches a task in this process look at it, though nothing has changed. */
  nudge(taskId: string): void {
    this.tell(taskId);
  }

  /** The same principal owns different tasks in each server. */
  private ownerKey(owner: string): string {
    const { server } = this.parts;
    return server === undefined ? owner : `${server}/${owner}`;
  }

  /** Whatever a store thinks of time, a task whose life is over is not there. */
  private isThere(task: StoredTask): boolean {
    return task.server === this.parts.server && endOfLife(task) > this.parts.clock.now();
  }

  private tell(taskId: string): void {
    for (const listener of [...(this.listeners.get(taskId) ?? [])]) listener();
  }

  /** The store is watched only while somebody wants to know. */
  private close(): void {
    this.unwatch?.();
    this.unwatch = undefined;
  }
}
