import type { Operation } from './operation.js';
import type { SystemUnderTest } from './system-under-test.js';
import type { Action, Actor, CallRecord } from './world.js';
import { ACTORS, CHANNELS, DIRECT, SESSIONS } from './world.js';

const LARGE_STEP_MS = 9_500;
const SMALL_STEP_MS = 7;

const pick = <T>(items: readonly T[], index: number): T | undefined => items[index % items.length];
/** Recent ones are the interesting ones. */
const pickLast = <T>(items: readonly T[], index: number, among: number): T | undefined =>
  pick(items.slice(-among).toReversed(), index);

/** Takes steps: finds their targets among what there is, acts on the dispatcher, and says how. */
export class Actions {
  private serial = 0;
  private marks = 0;

  constructor(private readonly system: SystemUnderTest) {}

  /** The acts of one operation, done in one turn; a tick only says where to go. */
  perform(operation: Exclude<Operation, { type: 'register' | 'drain' }>): readonly Action[] {
    switch (operation.type) {
      case 'call':
        return this.call(operation);
      case 'list':
        return this.list(operation);
      case 'retry':
        return this.retry(operation);
      case 'initialize':
        return this.initialize(operation);
      case 'answer':
        return this.answer(operation);
      case 'tick':
        return [{ type: 'tick', to: this.tickEnd(operation.kind) }];
      case 'release':
        return this.release(operation.nth);
      case 'cancel':
        return this.cancel(operation.nth);
      case 'cancelUnknown':
        this.system.dispatcher.cancel('call-999');
        return [];
      case 'abort':
        return this.abort(operation.nth);
      case 'notify':
        return this.notify();
      case 'unregister':
        this.system.unregister(operation.tool);
        return [operation];
      default:
        return this.moveConnection(operation);
    }
  }

  /** Registers a tool; it is there when the promise resolves. */
  async register({
    tool,
    isSensitive,
    derived,
  }: Extract<Operation, { type: 'register' }>): Promise<Action> {
    const generation = await this.system.register(tool, isSensitive, derived);
    return { type: 'register', tool, generation, isSensitive };
  }

  private send(given: Partial<CallRecord> & Pick<CallRecord, 'actor' | 'id'>): readonly Action[] {
    const serial = ++this.serial;
    const call: CallRecord = {
      serial,
      token: `t${serial}`,
      method: 'tools/call',
      via: 'request',
      isModern: false,
      tool: 'alpha',
      verdict: 'allow',
      isLate: false,
      behaviour: 'quick',
      timeoutMs: 0,
      retry: undefined,
      elicitation: false,
      ...given,
      ...(given.actor.kind !== 'direct' && {
        via: 'dispatch',
        isModern: given.actor.kind === 'modern',
      }),
    };
    this.system.send(call);
    return [{ type: 'call', call }];
  }

  private call({ actor, type: _, ...rest }: Extract<Operation, { type: 'call' }>) {
    return this.send({ ...rest, actor: ACTORS[actor] as Actor });
  }

  private list({ actor, id }: Extract<Operation, { type: 'list' }>) {
    return this.send({ actor: ACTORS[actor] as Actor, id, method: 'tools/list' });
  }

  private initialize({ channel, elicitation }: Extract<Operation, { type: 'initialize' }>) {
    const actor = CHANNELS[channel] as Actor;
    return this.send({ actor, id: 1, method: 'initialize', elicitation });
  }

  private retry(operation: Extract<Operation, { type: 'retry' }>): readonly Action[] {
    const question = pickLast(this.system.questions, operation.nth, 3);
    const asked = question && this.system.calls.get(question.serial);
    if (asked === undefined) return [];
    const { verdict, isLate, behaviour, state, answer, as } = operation;
    const others = ACTORS.filter(({ kind }) => kind === 'modern');
    const actor = as === 'other' ? (pick(others, operation.actor) as Actor) : asked.actor;
    return this.send({
      actor,
      isModern: true,
      id: asked.id,
      tool: asked.tool,
      token: as === 'otherArguments' ? `${asked.token}'` : asked.token,
      verdict: verdict === 'allow' ? 'ask' : verdict,
      isLate,
      behaviour,
      retry: { of: asked.serial, state, answer },
    });
  }

  private answer({
    nth,
    how,
    from,
    second,
    by,
  }: Extract<Operation, { type: 'answer' }>): readonly Action[] {
    const { openPrompts, seen } = this.system;
    const isOpen = openPrompts.length > 0 && nth < 3;
    const prompt = isOpen ? pick(openPrompts, nth) : pickLast(seen.prompts, nth, 4);
    if (prompt === undefined) return [];
    const { serial, channel } = prompt;
    const owner = CHANNELS.find(({ name }) => name === channel) as Actor;
    const sender = from === undefined ? owner : (CHANNELS[from] as Actor);
    const kinds = second === undefined ? [how] : [how, second];
    return kinds.map((kind) => {
      this.system.answer(prompt, sender, kind, by);
      return { type: 'answer', serial, from: sender, how: kind } as const;
    });
  }

  private tickEnd(kind: Extract<Operation, { type: 'tick' }>['kind']): number {
    const { clock } = this.system;
    const now = clock.now();
    const due = clock.nextDue ?? now;
    if (kind === 'small') return now + SMALL_STEP_MS;
    if (kind === 'large') return now + LARGE_STEP_MS;
    if (kind === 'short') return Math.max(now, due - 1);
    return kind === 'past' ? due + 1 : due;
  }

  private release(nth: number): readonly Action[] {
    const gate = pick(this.system.gates.all, nth);
    if (gate === undefined) return [];
    this.system.release(gate.serial);
    return [{ type: 'release', serial: gate.serial }];
  }

  /** A call that is under way, or else the last one. */
  private cancel(nth: number): readonly Action[] {
    const { unanswered, calls } = this.system;
    const refs = unanswered.filter(({ via }) => via === 'request' || via === 'caller');
    const serial = pick(refs, nth)?.serial ?? calls.size;
    this.system.cancel(serial);
    return [{ type: 'cancel', serial }];
  }

  private abort(nth: number): readonly Action[] {
    const { abortable, calls } = this.system;
    const serial = pick(abortable, nth)?.serial ?? calls.size;
    return [{ type: 'abort', serials: this.system.abort(serial) }];
  }

  private notify(): readonly Action[] {
    const mark = `notifications/mark-${++this.marks}`;
    this.system.bus.notify(mark);
    return [{ type: 'notify', mark }];
  }

  private moveConnection(
    operation: Extract<Operation, { type: 'connect' | 'disconnect' | 'closeSession' | 'cancelId' }>,
  ): readonly Action[] {
    const { type } = operation;
    if (type === 'cancelId') {
      const { nth, channel, id } = operation;
      const underWay = this.system.unanswered.filter(({ actor }) => actor.kind !== 'modern');
      const call = nth === undefined ? undefined : pick(underWay, nth);
      const target = call ?? { actor: CHANNELS[channel] as Actor, id };
      this.system.cancelId(target.actor, target.id);
      return [{ type, actor: target.actor, id: target.id }];
    }
    if (type === 'closeSession') {
      const actor = SESSIONS[operation.session] as Actor;
      this.system.closeSession(actor);
      return [{ type, actor }];
    }
    const actor = DIRECT[operation.direct] as Actor;
    if (type === 'connect') this.system.streams.connect(actor.name);
    else this.system.streams.disconnect(actor.name);
    return [{ type, actor }];
  }
}
