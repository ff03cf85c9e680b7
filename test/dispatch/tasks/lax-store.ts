import type { StoredTask, TaskPage, TaskStore } from 'nest-mcp';

/** Forgets nothing of itself, and so tells nobody when the time of a task is over. */
export class LaxStore implements TaskStore {
  private readonly tasks = new Map<string, StoredTask>();
  private readonly listeners = new Set<(taskId: string) => void>();

  async create(task: StoredTask): Promise<'created'> {
    this.put(task);
    return 'created';
  }

  async get(taskId: string): Promise<StoredTask | undefined> {
    return this.tasks.get(taskId);
  }

  async replace(task: StoredTask): Promise<boolean> {
    if (this.tasks.get(task.taskId)?.version !== task.version - 1) return false;
    this.put(task);
    return true;
  }

  async delete(taskId: string): Promise<void> {
    this.tasks.delete(taskId);
  }

  async list(owner: string, _page?: TaskPage): Promise<readonly StoredTask[]> {
    return [...this.tasks.values()].filter((task) => task.owner === owner);
  }

  watch(listener: (taskId: string) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private put(task: StoredTask): void {
    this.tasks.set(task.taskId, task);
    for (const listener of [...this.listeners]) listener(task.taskId);
  }
}
