import { nextTurn } from '../../model/next-turn.js';
import { explain } from '../../model/run.js';
import { filledIn, outcomeOf } from '../../../support/task-bench.js';
import { NOTHING, System } from './system.js';
import type { Actor, Operation, Sequence } from './world.js';
import { ACTORS, FOREVER_MS, GRACE_MS, KEYS, LIMITS, MODERN, SESSIONS, UNIT_MS } from './world.js';

interface Begun {
  readonly id: string;
  readonly run: string;
  readonly owner: string | undefined;
}

/** Many operations before anything has come of the first, on a store far away: only promises count. */
export class BurstRun {
  private readonly begun: Begun[] = [];
  private readonly asked = new Map<string, number>();
  /** Tasks that somebody could use whose they are not. */
  private readonly leaks: string[] = [];
  private steps = 0;

  private constructor(
    private readonly sequence: Sequence,
    private readonly system: System,
  ) {}

  static async of(sequence: Sequence): Promise<BurstRun> {
    return new BurstRun(sequence, await System.open(sequence.onSessionEnd, true));
  }

  async run(): Promise<void> {
    for (const operation of this.sequence.operations) {
      this.steps++;
      this.take(operation);
      // Now and then something may go on: not everything, and not at the same places.
      if (this.steps % 3 === 0) await nextTurn();
      this.check();
    }
    await this.finish();
  }

  private take(operation: Operation): void {
    const { system } = this;
    const task = 'nth' in operation ? this.pick(operation.nth) : undefined;
    switch (operation.type) {
      case 'create':
        return this.create(operation);
      case 'endSession':
        system.endSession(SESSIONS[operation.session] as Actor);
        return;
      case 'tick':
        return system.clock.advance(operation.units * UNIT_MS);
      case 'leave':
        return system.waits.at(operation.nth)?.request.cancel();
      case 'reply': {
        const open = system.waits.find(({ request }) => request.questions.length > 0);
        return open?.request.reply({ result: { action: 'decline' } });
      }
    }
    if (task === undefined) return;
    const steered = system.steered(task.run);
    switch (operation.type) {
      case 'ask':
        if (steered.signal.aborted) return;
        this.asked.set(task.run, (this.asked.get(task.run) ?? 0) + 1);
        return steered.ask(KEYS[operation.key], operation.isTimed ? UNIT_MS : undefined);
      case 'tell':
        return steered.tell(`step ${this.steps}`);
      case 'finish':
        return steered.finish(operation.how);
      case 'update': {
        const inputResponses = Object.fromEntries(
          ['a', 'a#2', 'question-1'].map((key) => [key, filledIn(key)]),
        );
        return this.send(MODERN, task, operation.actor, 'tasks/update', { inputResponses });
      }
      case 'wait': {
        const session = system.session(this.actorFor(SESSIONS, task, operation.actor));
        const request = session.request('tasks/result', { taskId: task.id });
        system.waits.push({ request, session, taskId: task.id, isLeft: false });
        return;
      }
      case 'cancel':
        return this.send(ACTORS, task, operation.actor, 'tasks/cancel');
      case 'callOff':
        void system.bench.dispatcher.tasks.cancel(task.id);
    }
  }

  private create({ actor: nth, isDeaf, tool, ttl }: Operation & { type: 'create' }): void {
    const actor = ACTORS[nth] as Actor;
    const run = `r${this.steps}`;
    const { owner } = this.system.creator(actor);
    const params = { name: tool, arguments: { run, deaf: isDeaf } };
    const task = actor.era === 'core' && { task: ttl === undefined ? {} : { ttl: ttl * UNIT_MS } };
    void this.system.ask(actor, 'tools/call', { ...params, ...task }).then((answer) => {
      const result = outcomeOf(answer);
      const id = result?.task?.taskId ?? result?.taskId;
      if (id !== undefined) this.begun.push({ id, run, owner });
    });
  }

  private send(
    actors: readonly Actor[],
    task: Begun,
    given: number | 'owner',
    method: string,
    more: object = {},
  ): void {
    const actor = this.actorFor(actors, task, given);
    const isForeign = this.system.creator(actor).owner !== task.owner;
    void this.system.ask(actor, method, { taskId: task.id, ...more }).then((answer) => {
      if (isForeign && answer !== null && 'result' in answer) this.leaks.push(task.id);
    });
  }

  private actorFor(actors: readonly Actor[], { owner }: Begun, given: number | 'owner'): Actor {
    const may = actors.filter((actor) => this.system.creator(actor).owner === owner);
    const chosen = given === 'owner' ? may[this.steps % may.length] : actors[given % actors.length];
    return chosen ?? (actors[0] as Actor);
  }

  private pick(nth: number): Begun | undefined {
    const runs = this.begun.filter(({ run }) => this.system.hasRun(run));
    return runs[runs.length - 1 - (nth % runs.length)];
  }

  private check(): void {
    const { system } = this;
    explain(system.store.broken(false), []);
    explain(this.leaks, []);
    explain(system.live <= LIMITS.maxTasks, true);
    explain(system.slots.inFlight <= LIMITS.maxRunningTasks, true);
  }

  private async finish(): Promise<void> {
    const { system } = this;
    await nextTurn();
    if (this.sequence.ending === 'drain') await this.drain();
    await this.releaseAll();
    for (let left = FOREVER_MS; left > 0; left -= UNIT_MS) {
      system.clock.advance(UNIT_MS);
      await nextTurn();
      await this.releaseAll();
      this.check();
    }
    for (const actor of SESSIONS) system.endSession(actor);
    await nextTurn();
    expect(system.residue).toEqual(NOTHING);
    expect(system.store.broken()).toEqual([]);
    for (const { request } of system.waits) expect(request.answer).not.toBeUndefined();
    for (const [run, times] of this.asked) expect(system.steered(run).log).toHaveLength(times);
    const ends = system.bench.events.flatMap((event) =>
      event.type === 'task_ended' ? [event.taskId] : [],
    );
    expect(ends).toHaveLength(new Set(ends).size);
  }

  private async drain(): Promise<void> {
    const drained = this.system.bench.dispatcher.drain(GRACE_MS);
    await nextTurn();
    this.system.clock.advance(GRACE_MS);
    await drained;
    explain(this.system.bench.dispatcher.snapshot().tasks, 0);
  }

  private async releaseAll(): Promise<void> {
    for (const run of this.system.runs) this.system.steered(run).finish();
    await nextTurn();
  }
}
