import type { McpDispatcher } from '../../../src/dispatch/mcp-dispatcher.js';
import type { McpNotificationBus } from '../../../src/notifications/mcp-notification-bus.js';
import type { JsonRpcResponse } from '../../../src/protocol/json-rpc.js';
import type { McpRegistry } from '../../../src/registry/mcp-registry.js';
import { ANSWERS } from './answers.js';
import { DirectStreams } from './clients.js';
import { describeAnswer } from './describe-answer.js';
import { Gates } from './gates.js';
import type { Prompt } from './observations.js';
import { Observations } from './observations.js';
import { openDispatcher } from './open-dispatcher.js';
import type { Question } from './requests.js';
import { requestOf } from './requests.js';
import { ScriptedApplication } from './scripted-application.js';
import { Senders } from './senders.js';
import { StepClock } from './step-clock.js';
import { Told } from './told.js';
import type { Actor, AnswerKind, CallRecord, ToolName } from './world.js';
import { DRAIN_GRACE_MS } from './world.js';

/** The dispatcher with everybody who uses it. Each method is one act, within one turn. */
export class SystemUnderTest {
  readonly clock = new StepClock();
  readonly seen = new Observations();
  readonly told = new Told(this.seen);
  readonly gates = new Gates();
  readonly calls = new Map<number, CallRecord>();
  readonly questions: Question[] = [];
  readonly dispatcher: McpDispatcher;
  readonly bus: McpNotificationBus;
  readonly streams: DirectStreams;
  /** 1 while the dispatcher waits for its calls before it stops. */
  draining = 0;
  private readonly registry: McpRegistry;
  private readonly application: ScriptedApplication;
  private readonly senders: Senders;
  private readonly answered = new Set<number>();
  private generation = 0;

  constructor(readonly hasAuthorizer: boolean) {
    this.application = new ScriptedApplication(this.calls, this.gates, this.seen);
    const authorizer = hasAuthorizer ? this.application : undefined;
    const { dispatcher, bus, registry, telemetry } = openDispatcher(this.clock, authorizer);
    this.dispatcher = dispatcher;
    this.bus = bus;
    this.registry = registry;
    telemetry.addSink((event) => this.told.take(event));
    this.streams = new DirectStreams(dispatcher, this.seen);
    this.senders = new Senders(dispatcher, this.seen);
  }

  /** Sends a call. */
  send(call: CallRecord): void {
    this.calls.set(call.serial, call);
    this.application.during(call, () => {
      const settle = (answer: JsonRpcResponse | null) => this.settle(call, answer);
      const fail = (thrown: Error) => this.seen.settle(call, `rejected ${thrown.name}`);
      this.senders.send(call, requestOf(call, this.questions)).then(settle, fail);
    });
  }

  release(serial: number): void {
    this.application.release(serial);
  }

  /** Everything that was done has taken effect. */
  endTurn(): void {
    this.application.endTurn();
  }

  answer(prompt: Prompt, from: Actor, how: AnswerKind, by: 'request' | 'handleMessage'): void {
    const { result, error } = ANSWERS[how];
    if (from.name === prompt.channel) this.answered.add(prompt.serial);
    if (how === 'approve' && from.name === prompt.channel) this.seen.permitted.add(prompt.serial);
    const session = this.senders.sessions.get(from.name);
    if (session !== undefined) {
      session.answer(prompt.id, result, error);
      return;
    }
    this.expectNoReply({ jsonrpc: '2.0', id: prompt.id, result, error }, from, by);
  }

  cancel(serial: number): void {
    const ref = this.senders.refOf(serial);
    if (ref !== undefined) this.dispatcher.cancel(ref);
  }

  cancelId(actor: Actor, id: number): void {
    const session = this.senders.sessions.get(actor.name);
    if (session !== undefined) {
      session.cancel(id);
      return;
    }
    const params = { requestId: id };
    const message = { jsonrpc: '2.0', method: 'notifications/cancelled', params };
    this.expectNoReply(message, actor, 'handleMessage');
  }

  /** Ends whoever waits for a call; returns every call that had the same caller. */
  abort(serial: number): readonly number[] {
    return this.senders.abort(serial);
  }

  /** Direct callers with a timeout who still wait. */
  get waiting(): number {
    return this.senders.waiting;
  }

  /** How often the dispatcher listens for the end of its callers. */
  get listeners(): number {
    return this.senders.listeners;
  }

  /** Questions that seem to wait for an answer. */
  get openPrompts(): readonly Prompt[] {
    return this.seen.prompts.filter(({ serial }) => {
      const isPushed = this.calls.get(serial)?.via.startsWith('handle') ?? false;
      return !this.answered.has(serial) && (isPushed || !this.seen.settled.has(serial));
    });
  }

  /** Calls that are not answered, the newest last. */
  get unanswered(): readonly CallRecord[] {
    return [...this.calls.values()].filter(({ serial }) => !this.seen.settled.has(serial));
  }

  /** Unanswered calls whose waiting can end. */
  get abortable(): readonly CallRecord[] {
    return this.unanswered.filter(({ serial }) => this.senders.isAbortable(serial));
  }

  closeSession({ name }: Actor): void {
    this.senders.sessions.get(name)?.close();
  }

  /** Returns the number of this registration. */
  async register(name: ToolName, isSensitive: boolean, derived: boolean): Promise<number> {
    const generation = ++this.generation;
    await this.registry.registerTools([this.application.tool(name, generation, isSensitive)], {
      derived,
    });
    return generation;
  }

  unregister(name: ToolName): void {
    this.registry.unregisterTools([name]);
  }

  drain(): void {
    this.draining = this.dispatcher.snapshot().pending > 0 ? 1 : 0;
    void this.dispatcher.drain(DRAIN_GRACE_MS).then(() => {
      this.draining = 0;
      this.seen.see('drained');
    });
  }

  private settle(call: CallRecord, answer: JsonRpcResponse | null): void {
    const outcome = describeAnswer(answer);
    this.seen.inspect(answer);
    if (answer !== null && answer.id !== call.id) this.seen.fault(`wrong id for #${call.serial}`);
    if (outcome === 'question' && answer !== null && 'result' in answer) {
      this.questions.push({ serial: call.serial, state: String(answer.result.requestState) });
    }
    this.seen.settle(call, outcome);
  }

  /** Nothing is ever said about notifications and answers. */
  private expectNoReply(message: unknown, from: Actor, by: 'request' | 'handleMessage'): void {
    const reply =
      by === 'request'
        ? this.dispatcher.request(message, from.name).response
        : this.dispatcher.handleMessage(message, from.name);
    reply.then(
      (answer) => answer !== null && this.seen.fault(`a reply nobody asked for to ${from.name}`),
      (thrown: unknown) => this.seen.fault(`a message of ${from.name} threw ${String(thrown)}`),
    );
  }
}
