import type { SlotPool } from '../../../../src/dispatch/slots/slot-pool.js';
import { MemoryTaskStore } from '../../../../src/tasks/memory-task-store.js';
import type { TaskStore } from '../../../../src/tasks/task-store.interface.js';
import type { DispatcherBench } from '../../../support/dispatcher-bench.js';
import { createBench } from '../../../support/dispatcher-bench.js';
import { JsonTaskStore } from '../../../support/json-task-store.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { ModernPeer } from '../../../support/modern-peer.js';
import type { SteeredRun } from '../../../support/steered-tool.js';
import { SteeredTool } from '../../../support/steered-tool.js';
import { FOLLOWER } from '../../../support/task-bench.js';
import type { SessionRequest } from '../../../support/task-session.js';
import { TaskSession } from '../../../support/task-session.js';
import { nextTurn } from '../../model/next-turn.js';
import type { Creator } from './expected-task.js';
import { HistoryStore } from './history-store.js';
import { sessionOwner } from './oracle.js';
import type { Actor } from './world.js';
import { LIMITS } from './world.js';

/** A `tasks/result` that waits, or has been answered. */
export interface Wait {
  readonly request: SessionRequest;
  readonly session: TaskSession;
  readonly taskId: string;
  /** The client has said that it does not want the answer. */
  isLeft: boolean;
}

/** A dispatcher with tasks, and everybody who uses it. */
export class System {
  readonly waits: Wait[] = [];
  private readonly sessions = new Map<string, TaskSession>();
  private readonly peers = new Map<string, ModernPeer>();
  private opened = 0;

  private constructor(
    readonly bench: DispatcherBench,
    readonly work: SteeredTool,
    readonly later: SteeredTool,
    readonly clock: ManualClock,
    readonly store: HistoryStore,
    private readonly inner: MemoryTaskStore | JsonTaskStore,
  ) {}

  /** @param isRemote whether the store is as in another process */
  static async open(onSessionEnd: 'cancel' | 'keep', isRemote = false): Promise<System> {
    const clock = new ManualClock();
    const inner = isRemote
      ? new JsonTaskStore(clock, { travel: unevenly() })
      : new MemoryTaskStore(clock);
    const store = new HistoryStore(inner);
    const tasks = { store: store as TaskStore, onSessionEnd };
    const work = new SteeredTool('work', 'optional');
    const later = new SteeredTool('later', { support: 'optional', starts: 'when-told' });
    const tools = [work.definition, later.definition];
    const bench = await createBench({ clock, tasks, tools, limits: LIMITS });
    return new System(bench, work, later, clock, store, inner);
  }

  /** Tasks in the store. */
  get kept(): number {
    return this.inner.size;
  }

  /** Those of them whose time is not over; the remote store removes the others a moment later. */
  get live(): number {
    return this.inner instanceof JsonTaskStore ? this.inner.live : this.inner.size;
  }

  /** The session of an actor; one that has ended is opened again. */
  session({ name, principalKey }: Actor): TaskSession {
    const known = this.sessions.get(name);
    if (known !== undefined) return known;
    const session = new TaskSession(this.bench, `${name}${++this.opened}`, principalKey);
    this.sessions.set(name, session);
    return session;
  }

  isOpen(session: string | undefined): boolean {
    return [...this.sessions.values()].some(({ id }) => id === session);
  }

  endSession({ name }: Actor): string | undefined {
    const session = this.sessions.get(name);
    this.sessions.delete(name);
    session?.end();
    return session?.id;
  }

  peer({ name, principalKey }: Actor): ModernPeer {
    const known = this.peers.get(name);
    if (known !== undefined) return known;
    const options = { capabilities: FOLLOWER, ...(principalKey && { principalKey }) };
    const peer = new ModernPeer(this.bench, options);
    this.peers.set(name, peer);
    return peer;
  }

  ask(actor: Actor, method: string, params: object = {}) {
    const client = actor.era === 'core' ? this.session(actor) : this.peer(actor);
    return client.ask(method, params);
  }

  /** Whose tasks an actor begins. */
  creator(actor: Actor): Creator {
    const { principalKey } = actor;
    const session = actor.era === 'core' ? this.session(actor).id : undefined;
    const principal = principalKey && `principal:${principalKey}`;
    return {
      session,
      owner: principal ?? (session && sessionOwner(session)),
      share: principal ?? (session && `connection:${session}`),
    };
  }

  /** In which tasks run. One that has ended has none, even if that is still being written down. */
  get slots(): SlotPool {
    return this.bench.dispatcher['parts'].taskRunner['parts'].pool;
  }

  /** Names of the runs of both tools. */
  get runs(): readonly string[] {
    return [...this.work.names, ...this.later.names];
  }

  hasRun(run: string): boolean {
    return this.work.has(run) || this.later.has(run);
  }

  steered(run: string): SteeredRun {
    return this.work.has(run) ? this.work.run(run) : this.later.run(run);
  }

  /** What is left where nothing should be: tasks, watched ones, questions, listeners, timers, calls. */
  get residue(): object {
    const { tasks, interviews, places, parked } = this.bench.dispatcher['parts'];
    return {
      kept: this.kept,
      watched: tasks.watched,
      interviews: interviews.size,
      places: places.size,
      parked: parked.size,
      slots: this.slots.inFlight + this.slots.abandoned + this.slots.holders,
      timers: this.clock.timers,
      busy: Object.entries(this.bench.dispatcher.snapshot()).filter(([, count]) => count > 0),
    };
  }
}

/** Some ways are longer than others. */
function unevenly(): () => Promise<void> {
  let count = 0;
  return () => (++count % 7 < 3 ? nextTurn() : Promise.resolve());
}

/** Of a system at rest. */
export const NOTHING = {
  kept: 0,
  watched: 0,
  interviews: 0,
  places: 0,
  parked: 0,
  slots: 0,
  timers: 0,
  busy: [],
};
