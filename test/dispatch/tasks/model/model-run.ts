import { filledIn, outcomeOf } from '../../../support/task-bench.js';
import type { StreamQuestion } from '../../../support/task-session.js';
import { CACHES, explain } from '../../model/run.js';
import { nextTurn } from '../../model/next-turn.js';
import { residueOf } from '../../model/residue.js';
import type { ExpectedTask } from './expected-task.js';
import { answerView, coreStatus, coreView, extensionView, seenView } from './expected-views.js';
import { Oracle } from './oracle.js';
import type { Wait } from './system.js';
import { NOTHING, System } from './system.js';
import type { Actor, Operation, Reply, Sequence } from './world.js';
import { ACTORS, FOREVER_MS, GRACE_MS, KEYS, MODERN, SESSIONS, UNIT_MS } from './world.js';

/** What may grow: caches, and the history of the store, which is the test's own. */
const KEPT: ReadonlySet<string> = new Set([...CACHES, 'versions', 'byText']);

const NOT_FOUND = { code: -32_602 };

/** Takes one sequence through a dispatcher, which must be what the oracle says after every step. */
export class ModelRun {
  private readonly oracle: Oracle;
  private readonly untouched: ReadonlyMap<string, number>;
  private readonly told = new Map<string, number>();
  private steps = 0;
  private ended = 0;

  private constructor(
    private readonly sequence: Sequence,
    private readonly system: System,
    private readonly count: (what: string) => void,
  ) {
    this.oracle = new Oracle(system.clock.now(), sequence.onSessionEnd);
    this.untouched = residueOf(system.bench.dispatcher, KEPT);
  }

  /** @param count told what happened */
  static async of(sequence: Sequence, count: (what: string) => void): Promise<ModelRun> {
    return new ModelRun(sequence, await System.open(sequence.onSessionEnd), count);
  }

  async run(): Promise<void> {
    for (const operation of this.sequence.operations) {
      this.steps++;
      await this.take(operation);
      await nextTurn();
      await this.check();
    }
    await this.finish();
  }

  private async take(operation: Operation): Promise<void> {
    const { system, oracle } = this;
    switch (operation.type) {
      case 'create':
        return this.create(operation);
      case 'ask':
        return this.ask(operation);
      case 'tell':
        return this.withRun(operation.nth, (task) => {
          this.steered(task).tell(`step ${this.steps}`);
          task.tell(`step ${this.steps}`, oracle.now);
        });
      case 'finish':
        return this.release(operation.nth, operation.how);
      case 'update':
        return this.update(operation);
      case 'wait':
        return this.wait(operation);
      case 'leave': {
        const wait = among(this.waiting, operation.nth);
        if (wait === undefined) return;
        this.count('wait left');
        wait.request.cancel();
        wait.isLeft = true;
        return;
      }
      case 'reply':
        return this.reply(operation);
      case 'cancel':
        return this.cancel(operation);
      case 'callOff': {
        const task = this.known(operation.nth);
        if (task === undefined) return;
        const isOpen = !task.isGone && !task.hasEnded;
        this.count(isOpen ? 'called off' : 'called off too late');
        explain(await system.bench.dispatcher.tasks.cancel(task.id), isOpen);
        if (isOpen) task.cancel('by the server', 0, oracle.now);
        return;
      }
      case 'endSession': {
        const id = system.endSession(SESSIONS[operation.session] as Actor);
        if (id === undefined) return;
        this.count('session ended');
        for (const wait of system.waits) if (wait.session.id === id) wait.isLeft = true;
        oracle.endSession(id);
        return;
      }
      case 'tick':
        return this.moveTo(oracle.now + operation.units * UNIT_MS);
    }
  }

  private async create(operation: Operation & { type: 'create' }): Promise<void> {
    const { system, oracle } = this;
    const actor = ACTORS[operation.actor] as Actor;
    const isCore = actor.era === 'core';
    const ttl = operation.ttl === undefined ? undefined : operation.ttl * UNIT_MS;
    const run = `r${this.steps}`;
    const task = isCore ? { task: ttl === undefined ? {} : { ttl } } : { task: 'nothing here' };
    const answer = outcomeOf(
      await system.ask(actor, 'tools/call', {
        name: operation.tool,
        arguments: { run, deaf: operation.isDeaf },
        ...task,
      }),
    );
    const creator = system.creator(actor);
    const expected = oracle.create(run, creator, isCore ? ttl : undefined, operation.isDeaf);
    if (typeof expected === 'string') {
      this.count(`busy ${expected}`);
      explain(JSON.parse(answer.content[0].text).scope, expected);
      return;
    }
    this.count(`created in the ${actor.era} form`);
    expected.id = (answer.task ?? answer).taskId;
    const { inputRequests: _none, ...view } = extensionView(expected) as Record<string, unknown>;
    explain(seenView(answer.task ?? answer), isCore ? coreView(expected) : view);
  }

  private ask({ nth, key, isTimed }: Operation & { type: 'ask' }): void {
    this.withRun(nth, (task) => {
      // No two questions end at one moment, and none when something else does.
      const timeoutMs = isTimed ? 2 * UNIT_MS + 100 + this.steps : undefined;
      const { now } = this.oracle;
      this.steered(task).ask(KEYS[key], timeoutMs);
      task.ask(KEYS[key], timeoutMs && now + timeoutMs, now);
      this.count('asked');
    });
  }

  private release(nth: number, how: 'ok' | 'isError' | 'mcp' | 'throw'): void {
    const task = among(
      this.oracle.tasks.filter(({ isHeld }) => isHeld),
      nth,
    );
    if (task === undefined) return;
    this.count(task.isRunning ? `finished ${how}` : 'finished too late');
    this.steered(task).finish(how);
    task.finish(how, this.oracle.now);
  }

  private async update(operation: Operation & { type: 'update' }): Promise<void> {
    const task = this.asking(operation.nth);
    if (task === undefined) return;
    const actor = this.actorFor(task, MODERN, operation.actor);
    const open = [...task.questions.keys()];
    const used = task.usedKeys.filter((key) => !open.includes(key));
    const keys = { one: open.slice(0, 1), all: open, unknown: ['zzz'], used }[operation.which];
    const inputResponses = Object.fromEntries(
      keys.map((key) => [key, resultOf(operation.how, key)]),
    );
    const answer = outcomeOf(
      await this.system.ask(actor, 'tasks/update', { taskId: task.id, inputResponses }),
    );
    if (!this.mayUse(actor, task)) {
      this.count('update refused');
      return explain({ code: answer.code }, NOT_FOUND);
    }
    explain(seenView(answer), {});
    for (const key of keys) {
      this.count(task.questions.has(key) ? 'answered by update' : 'answer to nothing');
      task.answer(key, operation.how, this.oracle.now);
    }
  }

  private wait(operation: Operation & { type: 'wait' }): void {
    const task = this.asking(operation.nth);
    if (task === undefined) return;
    const actor = this.actorFor(task, SESSIONS, operation.actor);
    const session = this.system.session(actor);
    const request = session.request('tasks/result', { taskId: task.id });
    this.system.waits.push({ request, session, taskId: task.id, isLeft: false });
  }

  private reply({ nth, how }: Operation & { type: 'reply' }): void {
    const open = this.waiting.flatMap((wait) =>
      wait.request.questions.map((question) => ({ wait, question })),
    );
    const chosen = among(open, nth);
    if (chosen === undefined) return;
    const { wait, question } = chosen;
    const task = this.taskOf(wait);
    const key = keyOf(task, question);
    this.count('answered on a stream');
    wait.request.reply(
      how === 'error'
        ? { error: { code: -1, message: 'no' } }
        : { result: resultOf(how, key) as object },
      question,
    );
    task.answer(key, how, this.oracle.now);
  }

  private async cancel(operation: Operation & { type: 'cancel' }): Promise<void> {
    const task = this.known(operation.nth);
    if (task === undefined) return;
    const actor = this.actorFor(task, ACTORS, operation.actor);
    const answer = outcomeOf(await this.system.ask(actor, 'tasks/cancel', { taskId: task.id }));
    if (!this.mayUse(actor, task)) {
      this.count('cancel refused');
      return explain({ code: answer.code }, NOT_FOUND);
    }
    const isOpen = !task.hasEnded;
    this.count(isOpen ? 'cancelled' : 'cancelled too late');
    if (isOpen) task.cancel('by the client', 0, this.oracle.now);
    if (actor.era === 'extension') explain(seenView(answer), {});
    else if (isOpen) explain(seenView(answer), coreView(task));
    else explain({ code: answer.code }, NOT_FOUND);
  }

  private async moveTo(end: number): Promise<void> {
    const { oracle, system } = this;
    for (let next = oracle.nextEvent; next <= end; next = oracle.nextEvent) {
      system.clock.advance(next - oracle.now);
      oracle.moveTo(next);
      await nextTurn();
    }
    system.clock.advance(end - oracle.now);
    oracle.moveTo(end);
    await nextTurn();
  }

  /** Everything ends, time passes, and nothing is left. */
  private async finish(): Promise<void> {
    const { system, oracle } = this;
    if (this.sequence.ending === 'drain') await this.drain();
    while (oracle.tasks.some(({ isHeld }) => isHeld)) {
      this.release(0, 'ok');
      await nextTurn();
    }
    if (this.sequence.ending === 'finish') await this.check();
    await this.moveTo(oracle.now + FOREVER_MS);
    this.countFates();
    for (const actor of SESSIONS) system.endSession(actor);
    await nextTurn();
    explain(oracle.kept.length, 0);
    expect(system.residue).toEqual(NOTHING);
    expect(residueOf(system.bench.dispatcher, KEPT)).toEqual(this.untouched);
    for (const { request } of system.waits) expect(request.answer).not.toBeUndefined();
  }

  private countFates(): void {
    for (const { log, status, ttlMs, keepMs, hasEnded } of this.oracle.tasks) {
      for (const line of log) this.count(`question ${line.split(' ')[1]}`);
      if (ttlMs > keepMs) this.count('prolonged');
      this.count(hasEnded ? `ended ${status}` : 'expired');
    }
  }

  private async drain(): Promise<void> {
    const { system, oracle } = this;
    this.count('drained');
    const drained = system.bench.dispatcher.drain(GRACE_MS);
    await nextTurn();
    system.clock.advance(GRACE_MS);
    oracle.moveTo(oracle.now + GRACE_MS);
    for (const task of oracle.running) task.fail(oracle.now);
    await drained;
    await nextTurn();
    for (const task of oracle.tasks) {
      explain((await system.store.get(task.id))?.status, task.isGone ? undefined : task.status);
    }
    explain(system.store.broken(), []);
  }

  private async check(): Promise<void> {
    const { system, oracle } = this;
    explain(system.store.broken(), []);
    explain(system.kept, oracle.kept.length);
    explain(system.bench.dispatcher.snapshot().tasks, oracle.running.length);
    for (const task of oracle.tasks) {
      explain([...this.steered(task).log].toSorted(), [...task.log].toSorted());
      explain(this.steered(task).signal.aborted, isAborted(task));
    }
    for (const task of oracle.tasks) {
      // What is forgotten stays so, and is looked at once more now and then.
      if (!task.isGone || oracle.tasks.indexOf(task) === this.steps % oracle.tasks.length) {
        await this.checkViews(task);
      }
    }
    await this.checkList();
    this.checkWaits();
    this.checkTold();
  }

  /** As those see it who may, and somebody who may not. */
  private async checkViews(task: ExpectedTask): Promise<void> {
    const turn = this.steps;
    const may = ACTORS.filter((actor) => this.mayUse(actor, task));
    const core = among(
      may.filter(({ era }) => era === 'core'),
      turn,
    );
    const extension = among(
      may.filter(({ era }) => era === 'extension'),
      turn,
    );
    const foreign = among(
      ACTORS.filter((actor) => !may.includes(actor)),
      turn,
    );
    for (const actor of [core, extension, foreign]) {
      if (actor === undefined) continue;
      const answer = outcomeOf(await this.system.ask(actor, 'tasks/get', { taskId: task.id }));
      if (actor === foreign) explain({ code: answer.code }, NOT_FOUND);
      else if (actor === core) explain(sorted(seenView(answer)), sorted(coreView(task)));
      else explain(sorted(withKeys(seenView(answer))), sorted(extensionView(task)));
    }
  }

  private async checkList(): Promise<void> {
    const actor = SESSIONS[this.steps % SESSIONS.length] as Actor;
    const { owner } = this.system.creator(actor);
    const listed = outcomeOf(await this.system.ask(actor, 'tasks/list'));
    const expected = this.oracle.kept
      .filter(({ creator }) => creator.owner === owner)
      .toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
    explain(listed.tasks.map(seenView).map(sorted), expected.map(coreView).map(sorted));
  }

  private checkWaits(): void {
    const { system } = this;
    for (const wait of system.waits) {
      const { request, isLeft, session } = wait;
      const task = this.taskOf(wait);
      const answer = outcomeOf(request.answer);
      if (answer === null) explain(isLeft, true);
      else if (isLeft) continue;
      else if (task.creator.owner !== this.ownerOf(session)) {
        explain({ code: answer?.code }, NOT_FOUND);
      } else this.checkAnswer(wait, task, answer);
    }
    for (const task of this.oracle.tasks) {
      const asked = this.waiting
        .filter((wait) => this.taskOf(wait) === task)
        .flatMap(({ request }) => request.questions.map(({ params }) => params.message));
      const isWaitedFor = this.waiting.some((wait) => this.taskOf(wait) === task);
      const open = [...task.questions.values()].map(({ message }) => message);
      explain(asked.toSorted(), isWaitedFor ? open.toSorted() : []);
    }
  }

  private checkAnswer(wait: Wait, task: ExpectedTask, answer: any): void {
    if (wait.request.answer !== undefined && this.answered.has(wait)) return;
    const expected = answerView(task);
    if (expected === undefined) return explain(answer, undefined);
    this.answered.add(wait);
    this.count(task.isGone ? 'waited for what was forgotten' : 'waited for the result');
    const { taskId } = answer?._meta?.['io.modelcontextprotocol/related-task'] ?? {};
    if ('content' in expected) explain(taskId, task.id);
    const seen = task.isGone ? { code: answer?.code } : seenView(answer ?? {});
    explain(sorted(seen), sorted(expected));
  }

  /** A wait that was answered stays answered, whatever becomes of its task. */
  private readonly answered = new Set<Wait>();

  /** Each session hears of every status of the tasks it began, and telemetry of every end. */
  private checkTold(): void {
    const { bench } = this.system;
    for (const actor of SESSIONS) {
      const session = this.system.session(actor);
      const statuses = session.pushed.map(({ params }: any) => [params.taskId, params.status]);
      const tasks = this.oracle.tasks.filter(({ creator }) => creator.session === session.id);
      for (const task of tasks) {
        const seen = statuses.filter(([id]) => id === task.id).map(([, status]) => status);
        const last = task.hasEnded ? [coreStatus(task)] : [];
        const rest = task.hasEnded ? task.statuses.slice(0, -1) : task.statuses;
        explain(seen, [...rest, ...last]);
      }
    }
    const ended = bench.events.filter(({ type }) => type === 'task_ended').length;
    explain(ended, this.oracle.tasks.filter((task) => task.hasEnded).length);
  }

  private get waiting(): readonly Wait[] {
    return this.system.waits.filter(
      ({ request, isLeft }) => request.answer === undefined && !isLeft,
    );
  }

  private known(nth: number): ExpectedTask | undefined {
    // Mostly it is about those that are there.
    const { kept, tasks } = this.oracle;
    return among(nth === 6 ? tasks : kept, nth);
  }

  /** Mostly one with questions. */
  private asking(nth: number): ExpectedTask | undefined {
    const asking = this.oracle.kept.filter(({ questions }) => questions.size > 0);
    return nth < 5 && asking.length > 0 ? among(asking, nth) : this.known(nth);
  }

  /** Somebody who may use the task, if there is anybody; but a number means whoever it is. */
  private actorFor(task: ExpectedTask, actors: readonly Actor[], given: number | 'owner'): Actor {
    const may = actors.filter((actor) => this.mayUse(actor, task));
    const chosen = given === 'owner' ? among(may, this.steps) : among(actors, given);
    return chosen ?? (actors[0] as Actor);
  }

  private withRun(nth: number, act: (task: ExpectedTask) => void): void {
    const task = among(this.oracle.running, nth);
    if (task !== undefined) act(task);
  }

  private steered({ run }: ExpectedTask) {
    return this.system.steered(run);
  }

  private taskOf({ taskId }: Wait): ExpectedTask {
    return this.oracle.tasks.find(({ id }) => id === taskId) as ExpectedTask;
  }

  private ownerOf({ id, principalKey }: { id: string; principalKey?: string | undefined }) {
    return principalKey === undefined ? `session:${id}` : `principal:${principalKey}`;
  }

  private mayUse(actor: Actor, task: ExpectedTask): boolean {
    return !task.isGone && this.system.creator(actor).owner === task.creator.owner;
  }
}

/** Wrapped around; `undefined` where there are none. */
const among = <T>(items: readonly T[], nth: number): T | undefined => items[nth % items.length];

const resultOf = (how: Exclude<Reply, 'error'>, key: string): object => {
  if (how === 'accept') return filledIn(key);
  return how === 'decline' ? { action: 'decline' } : { action: 'accept', content: { text: 5 } };
};

/** Its code was told to stop. */
const isAborted = ({ status, isGone, hasEnded }: ExpectedTask): boolean =>
  status === 'cancelled' || (isGone && !hasEnded);

/** In any order of their members. */
const sorted = (view: object): object =>
  Object.fromEntries(Object.entries(view).toSorted(([a], [b]) => (a < b ? -1 : 1)));

const withKeys = ({ inputRequests, ...view }: any): object => ({
  ...view,
  ...(inputRequests !== undefined && { inputRequests: Object.keys(inputRequests).toSorted() }),
});

const keyOf = ({ questions }: ExpectedTask, { params }: StreamQuestion): string => {
  const [key] = [...questions].find(([, { message }]) => message === params.message) ?? [];
  if (key === undefined) throw new Error(`nobody asks ${JSON.stringify(params)}`);
  return key;
};
