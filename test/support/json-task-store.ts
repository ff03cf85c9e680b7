import type { Clock, Timer } from '../../src/protocol/clock.js';
import type { StoredTask } from '../../src/tasks/stored-task.interface.js';
import type { TaskBounds, TaskPage, TaskStore } from '../../src/tasks/task-store.interface.js';

/** What happens at the edges of each step of a {@link JsonTaskStore}. */
export interface Hops {
  /** On the way to the store and back; default: one turn of the microtask queue. */
  readonly travel?: (what: string) => Promise<void>;
  /** On the way of the news to one listener; default: like `travel`. */
  readonly spread?: (what: string) => Promise<void>;
}

/**
 * A store as one in another process is: it keeps text, nothing it says arrives at once, and each of its
 * methods has one moment at which it happens.
 */
export class JsonTaskStore implements TaskStore {
  private readonly texts = new Map<string, string>();
  private readonly timers = new Map<string, Timer>();
  private readonly listeners = new Set<(taskId: string) => void>();
  private readonly travel: (what: string) => Promise<void>;
  private readonly spread: (what: string) => Promise<void>;

  constructor(
    private readonly clock: Clock,
    { travel = () => Promise.resolve(), spread = travel }: Hops = {},
  ) {
    this.travel = travel;
    this.spread = spread;
  }

  /** How many tasks there are. */
  get size(): number {
    return this.texts.size;
  }

  /** How many of them can be found: time may be over for others before they are removed. */
  get live(): number {
    return this.all().length;
  }

  /** How many listen to changes. */
  get watchers(): number {
    return this.listeners.size;
  }

  create(task: StoredTask, bounds: TaskBounds): Promise<'created' | 'full' | 'owner_full'> {
    const text = JSON.stringify(task);
    return this.reach('create', () => {
      const { owner } = task;
      const all = this.all();
      const own = all.filter((other) => owner !== undefined && other.owner === owner);
      if (all.length >= bounds.maxTasks) return 'full';
      if (own.length >= bounds.maxTasksPerOwner) return 'owner_full';
      this.put(task, text);
      return 'created';
    });
  }

  get(taskId: string): Promise<StoredTask | undefined> {
    return this.reach('get', () => this.find(taskId));
  }

  replace(task: StoredTask): Promise<boolean> {
    const text = JSON.stringify(task);
    return this.reach('replace', () => {
      if (this.find(task.taskId)?.version !== task.version - 1) return false;
      this.put(task, text);
      return true;
    });
  }

  delete(taskId: string): Promise<void> {
    return this.reach('delete', () => this.remove(taskId));
  }

  list(owner: string, { after, limit }: TaskPage = {}): Promise<readonly StoredTask[]> {
    return this.reach('list', () =>
      this.all()
        .filter((task) => task.owner === owner)
        .toSorted(inOrder)
        .filter((task) => after === undefined || inOrder(after, task) < 0)
        .slice(0, limit),
    );
  }

  watch(listener: (taskId: string) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private async reach<T>(what: string, happen: () => T): Promise<T> {
    await this.travel(what);
    const value = happen();
    await this.travel(what);
    return value;
  }

  private find(taskId: string): StoredTask | undefined {
    const text = this.texts.get(taskId);
    if (text === undefined) return undefined;
    const task = JSON.parse(text) as StoredTask;
    return endOf(task) > this.clock.now() ? task : undefined;
  }

  private all(): StoredTask[] {
    return [...this.texts.keys()].map((id) => this.find(id)).filter((task) => task !== undefined);
  }

  private put(task: StoredTask, text: string): void {
    const { taskId } = task;
    this.texts.set(taskId, text);
    this.timers.get(taskId)?.cancel();
    const leftMs = endOf(task) - this.clock.now();
    this.timers.set(
      taskId,
      this.clock.after(leftMs, () => this.remove(taskId)),
    );
    this.tell(taskId);
  }

  private remove(taskId: string): void {
    this.timers.get(taskId)?.cancel();
    this.timers.delete(taskId);
    if (this.texts.delete(taskId)) this.tell(taskId);
  }

  private tell(taskId: string): void {
    for (const listener of this.listeners) {
      void this.spread('news').then(() => {
        if (this.listeners.has(listener)) listener(taskId);
      });
    }
  }
}

type Place = Pick<StoredTask, 'createdAt' | 'taskId'>;

const inOrder = (a: Place, b: Place): number =>
  a.createdAt - b.createdAt || Buffer.compare(Buffer.from(a.taskId), Buffer.from(b.taskId));

const endOf = ({ createdAt, ttlMs }: StoredTask): number => createdAt + ttlMs;
