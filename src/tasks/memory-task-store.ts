import type { Clock, Timer } from '../protocol/clock.js';
import { systemClock } from '../protocol/clock.js';
import { endOfLife } from './change-task.js';
import type { StoredTask } from './stored-task.interface.js';
import type { TaskBounds, TaskPage, TaskStore } from './task-store.interface.js';

/**
 * Keeps tasks in this process. They do not outlive it, and other processes do not see them.
 *
 * @publicApi
 */
export class MemoryTaskStore implements TaskStore {
  private readonly tasks = new Map<string, StoredTask>();
  private readonly owned = new Map<string, number>();
  private readonly listeners = new Set<(taskId: string) => void>();
  private sweep: { readonly at: number; readonly timer: Timer } | undefined;

  /** @param clock by default the real one */
  constructor(private readonly clock: Clock = systemClock) {}

  /** How many tasks there are. */
  get size(): number {
    return this.tasks.size;
  }

  async create(
    task: StoredTask,
    { maxTasks, maxTasksPerOwner }: TaskBounds,
  ): Promise<'created' | 'full' | 'owner_full'> {
    const { owner } = task;
    const isFull = () => this.tasks.size >= maxTasks;
    const isOwnerFull = () => this.heldBy(owner) >= maxTasksPerOwner;
    if (isFull() || isOwnerFull()) this.expire();
    if (isFull()) return 'full';
    if (isOwnerFull()) return 'owner_full';
    if (owner !== undefined) this.owned.set(owner, this.heldBy(owner) + 1);
    this.keep(task);
    return 'created';
  }

  async get(taskId: string): Promise<StoredTask | undefined> {
    return structuredClone(this.find(taskId));
  }

  async replace(task: StoredTask): Promise<boolean> {
    if (this.find(task.taskId)?.version !== task.version - 1) return false;
    this.keep(task);
    return true;
  }

  async delete(taskId: string): Promise<void> {
    this.forget(taskId);
    if (this.tasks.size > 0) return;
    this.sweep?.timer.cancel();
    this.sweep = undefined;
  }

  async list(owner: string, { after, limit }: TaskPage = {}): Promise<readonly StoredTask[]> {
    const listed = [...this.tasks.values()]
      .filter((task) => task.owner === owner && this.find(task.taskId) !== undefined)
      .toSorted(inOrder)
      .filter((task) => after === undefined || inOrder(after, task) < 0);
    return structuredClone(listed.slice(0, limit));
  }

  watch(listener: (taskId: string) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** The timer that forgets may be late. */
  private find(taskId: string): StoredTask | undefined {
    const task = this.tasks.get(taskId);
    return task !== undefined && endOfLife(task) > this.clock.now() ? task : undefined;
  }

  private heldBy(owner: string | undefined): number {
    return owner === undefined ? 0 : (this.owned.get(owner) ?? 0);
  }

  private keep(task: StoredTask): void {
    this.tasks.set(task.taskId, structuredClone(task));
    this.sweepAt(endOfLife(task));
    this.tell(task.taskId);
  }

  private forget(taskId: string): void {
    const owner = this.tasks.get(taskId)?.owner;
    if (!this.tasks.delete(taskId)) return;
    if (owner !== undefined) {
      const left = this.heldBy(owner) - 1;
      if (left > 0) this.owned.set(owner, left);
      else this.owned.delete(owner);
    }
    this.tell(taskId);
  }

  private tell(taskId: string): void {
    for (const listener of [...this.listeners]) listener(taskId);
  }

  /** One timer for all tasks. It may come early for a task whose life has been prolonged. */
  private sweepAt(at: number): void {
    if (this.sweep !== undefined && this.sweep.at <= at) return;
    this.sweep?.timer.cancel();
    const timer = this.clock.after(Math.max(1, at - this.clock.now()), () => this.expire());
    this.sweep = { at, timer };
  }

  private expire(): void {
    this.sweep?.timer.cancel();
    this.sweep = undefined;
    for (const task of [...this.tasks.values()]) {
      if (this.find(task.taskId) === undefined) this.forget(task.taskId);
      else this.sweepAt(endOfLife(task));
    }
  }
}

type Place = Pick<StoredTask, 'createdAt' | 'taskId'>;

const inOrder = (a: Place, b: Place): number =>
  a.createdAt - b.createdAt || (a.taskId < b.taskId ? -1 : Number(a.taskId > b.taskId));
