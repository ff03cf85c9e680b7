import type { StoredTask } from '../../../../src/tasks/stored-task.interface.js';
import type {
  TaskBounds,
  TaskPage,
  TaskStore,
} from '../../../../src/tasks/task-store.interface.js';

const FINAL = new Set(['completed', 'failed', 'cancelled']);

/** A store that remembers every version of every task, to be judged whatever order things came in. */
export class HistoryStore implements TaskStore {
  private readonly versions = new Map<string, StoredTask[]>();

  constructor(private readonly store: TaskStore) {}

  async create(task: StoredTask, bounds: TaskBounds): Promise<'created' | 'full' | 'owner_full'> {
    const outcome = await this.store.create(task, bounds);
    if (outcome === 'created') this.versions.set(task.taskId, [structuredClone(task)]);
    return outcome;
  }

  get(taskId: string): Promise<StoredTask | undefined> {
    return this.store.get(taskId);
  }

  async replace(task: StoredTask): Promise<boolean> {
    const copy = structuredClone(task);
    const hasWon = await this.store.replace(task);
    if (hasWon) this.versions.get(task.taskId)?.push(copy);
    return hasWon;
  }

  delete(taskId: string): Promise<void> {
    return this.store.delete(taskId);
  }

  list(owner: string, page?: TaskPage): Promise<readonly StoredTask[]> {
    return this.store.list(owner, page);
  }

  watch(listener: (taskId: string) => void): () => void {
    return this.store.watch(listener);
  }

  /**
   * What no history of a task may show.
   *
   * @param isAtRest false while the news of a version may come after those of the next
   */
  broken(isAtRest = true): readonly string[] {
    return [...this.versions.values()].flatMap((versions) => [
      ...brokenBy(
        versions.toSorted((a, b) => a.version - b.version),
        isAtRest,
      ),
    ]);
  }
}

function* brokenBy(versions: readonly StoredTask[], isAtRest: boolean): Iterable<string> {
  const used = new Set<string>();
  for (const [index, task] of versions.entries()) {
    const before = versions[index - 1];
    const name = `${task.taskId} v${task.version}`;
    if (task.version !== index + 1) {
      if (isAtRest) yield `${name} is version ${index + 1}`;
      return;
    }
    if (before !== undefined && FINAL.has(before.status)) yield `${name} changed after its end`;
    if (before !== undefined && task.ttlMs < before.ttlMs) yield `${name} lives shorter`;
    const isAsking = Object.keys(task.questions).length > 0;
    if (isAsking !== (task.status === 'input_required')) yield `${name} asks and is ${task.status}`;
    const hasOutcome = task.status === 'completed' || task.status === 'failed';
    if (hasOutcome !== (task.outcome !== undefined)) yield `${name} is ${task.status}`;
    for (const key of Object.keys(task.questions)) {
      if (before !== undefined && Object.hasOwn(before.questions, key)) continue;
      if (used.has(key)) yield `${name} uses key ${key} again`;
      used.add(key);
    }
  }
}
