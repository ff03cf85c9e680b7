import type { Action, CallRecord } from '../world.js';
import { DRAIN_GRACE_MS } from '../world.js';
import type { ExpectedCall } from './expected-call.js';
import { keyOf } from './expected-call.js';
import { ExpectedEnds } from './expected-ends.js';
import { ExpectedState } from './expected-state.js';
import { ExpectedTimers } from './expected-timers.js';
import { ExpectedToolCalls } from './expected-tool-calls.js';

const LIST_CHANGED = 'notifications/tools/list_changed';

/**
 * What the dispatcher must do, written from its rules and not from its code: it knows no promises,
 * and every act takes effect at once.
 */
export class Oracle {
  readonly timers: ExpectedTimers;
  private readonly state: ExpectedState;
  private readonly toolCalls: ExpectedToolCalls;
  private readonly ends: ExpectedEnds;
  private isStopping = false;
  private drainTimer: ReturnType<ExpectedTimers['set']> | undefined;

  /** @param count told what happened, in words for the coverage */
  constructor(
    hasAuthorizer: boolean,
    now: number,
    private readonly count: (what: string) => void,
  ) {
    this.timers = new ExpectedTimers(now);
    this.state = new ExpectedState(hasAuthorizer, this.timers, count);
    this.toolCalls = new ExpectedToolCalls(this.state);
    this.ends = new ExpectedEnds(this.state);
  }

  get snapshot(): ExpectedState['snapshot'] {
    return this.state.snapshot;
  }

  /** What must have been seen since the last look, in no order. */
  take(): readonly string[] {
    return this.state.takeExpected();
  }

  apply(action: Action): void {
    this.act(action);
    if (this.drainTimer !== undefined && this.snapshot.pending === 0) this.drained();
    this.state.connections.settle();
  }

  private act(action: Action): void {
    const { toolCalls, state } = this;
    switch (action.type) {
      case 'call':
        return this.arrive(action.call);
      case 'release':
        return toolCalls.release(state.calls.get(action.serial));
      case 'tick':
        return this.timers.advance(action.to);
      case 'answer':
        return toolCalls.parking.answer(state.calls.get(action.serial), action.from, action.how);
      case 'register':
        toolCalls.tools.set(action.tool, action);
        return this.listChanged();
      case 'unregister':
        return toolCalls.tools.delete(action.tool) ? this.listChanged() : undefined;
      case 'notify':
        return this.broadcast(action.mark);
      case 'drain':
        return this.drain();
      default:
        return this.ends.apply(action);
    }
  }

  private listChanged(): void {
    if (!this.isStopping) this.broadcast(LIST_CHANGED);
  }

  private broadcast(method: string): void {
    for (const name of this.state.connections.live) this.state.expect(`push ${name} ${method}`);
  }

  private arrive(call: CallRecord): void {
    const entry = this.entryOf(call);
    if (this.isStopping) this.state.settle(entry, 'error -32603');
    else if (call.method === 'initialize') this.initialize(entry);
    else if (call.method === 'tools/list') this.list(entry);
    else this.toolCalls.arrive(entry);
    if (call.via !== 'handleTimeout' || entry.isAnswered || entry.isPushed) return;
    entry.callerTimer = this.timers.set(call.timeoutMs, () =>
      this.state.giveUp(entry, 'rejected McpTimeoutError'),
    );
  }

  private entryOf(call: CallRecord): ExpectedCall {
    const { actor } = call;
    const { connections } = this.state;
    const connection = actor.kind === 'direct' ? connections.find(actor.name) : undefined;
    if (connection !== undefined) connection.uses++;
    const entry: ExpectedCall = {
      call,
      key: keyOf(call),
      connection,
      sessionEpoch: this.state.session(actor).epoch,
      slot: undefined,
      isAnswered: false,
      wasAsked: false,
      parked: undefined,
      callerTimer: undefined,
      isPushed: false,
      generation: undefined,
    };
    this.state.calls.set(call.serial, entry);
    return entry;
  }

  private initialize(entry: ExpectedCall): void {
    const { actor, elicitation } = entry.call;
    const { connections } = this.state;
    this.state.settle(entry, 'initialized');
    if (entry.connection === undefined) {
      this.state.session(actor).elicitation = elicitation;
      return;
    }
    entry.connection.elicitation = elicitation;
    const forgotten = connections.remember(actor.name);
    if (forgotten === undefined) return;
    this.state.expect(`forget ${forgotten}`);
    const isLive = connections.live.has(forgotten);
    this.count(isLive ? 'capabilities of a live connection evicted' : 'idle capabilities evicted');
  }

  /** The listing takes one slot, if there is a policy to ask about each tool. */
  private list(entry: ExpectedCall): void {
    const busy = this.state.hasAuthorizer ? this.state.busy(entry.key) : undefined;
    this.state.settle(entry, busy ?? 'listed');
  }

  private drain(): void {
    this.isStopping = true;
    if (this.snapshot.pending === 0) return this.drained();
    this.drainTimer = this.timers.set(DRAIN_GRACE_MS, () => {
      if (this.snapshot.pending > 0) this.count('drained while busy');
      this.drained();
    });
  }

  private drained(): void {
    const { calls, connections } = this.state;
    this.timers.clear(this.drainTimer);
    this.drainTimer = undefined;
    this.ends.isClosed = true;
    this.state.expect('drained');
    for (const entry of calls.values()) this.state.cancel(entry);
    for (const name of [...connections.live]) {
      this.ends.endStream(name);
      this.state.expect(`end ${name}`);
    }
    connections.clear();
  }
}
