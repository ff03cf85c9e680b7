import type { Actor } from '../world.js';
import { LIMITS } from '../world.js';
import type { ExpectedCall } from './expected-call.js';
import type { ExpectedConnection } from './expected-connections.js';
import { ExpectedConnections } from './expected-connections.js';
import type { ExpectedTimers } from './expected-timers.js';

/** A session; a client that closed one has another. */
interface ExpectedSession {
  elicitation: boolean;
  readonly epoch: number;
}

/** What is going on, and the acts that all kinds of calls share. */
export class ExpectedState {
  readonly calls = new Map<number, ExpectedCall>();
  readonly connections = new ExpectedConnections();
  private readonly sessions = new Map<string, ExpectedSession>();
  private expected: string[] = [];

  constructor(
    readonly hasAuthorizer: boolean,
    readonly timers: ExpectedTimers,
    readonly count: (what: string) => void,
  ) {}

  get snapshot() {
    const calls = [...this.calls.values()];
    return {
      pending: calls.filter(({ isAnswered }) => !isAnswered).length,
      inFlight: calls.filter(({ slot }) => slot?.isAbandoned === false).length,
      abandoned: calls.filter(({ slot }) => slot?.isAbandoned === true).length,
      parked: calls.filter(({ parked }) => parked !== undefined).length,
      connections: this.connections.live.size,
      capabilities: this.connections.capable.length,
      listens: 0,
      tasks: 0,
      subscriptions: 0,
    };
  }

  expect(event: string): void {
    this.expected.push(event);
  }

  /** What must have been seen since the last look, in no order. */
  takeExpected(): readonly string[] {
    const { expected } = this;
    this.expected = [];
    return expected.toSorted();
  }

  session({ name }: Pick<Actor, 'name'>): ExpectedSession {
    const session = this.sessions.get(name) ?? { elicitation: false, epoch: 0 };
    this.sessions.set(name, session);
    return session;
  }

  endSession(name: string): void {
    this.sessions.set(name, { elicitation: false, epoch: this.session({ name }).epoch + 1 });
  }

  /** True when what is pushed to this very connection arrives. */
  canReach(connection: ExpectedConnection | undefined): connection is ExpectedConnection {
    if (connection === undefined || !this.connections.isCurrent(connection)) return false;
    return this.connections.live.has(connection.name);
  }

  /** The bound that refuses a callback now, if one does. */
  busy(key: string | undefined): string | undefined {
    const { inFlight, abandoned } = this.snapshot;
    if (abandoned >= LIMITS.maxAbandoned) return 'busy abandoned';
    if (inFlight >= LIMITS.maxInFlight) return 'busy server';
    const share = [...this.calls.values()].filter(({ slot }) => slot?.key === key && slot).length;
    const isFull = key !== undefined && share >= LIMITS.maxInFlightPerConnection;
    return isFull ? 'busy connection' : undefined;
  }

  /** One slot and one time limit serve the policy and the tool it allowed. */
  hold(entry: ExpectedCall, kind: 'policy' | 'tool'): void {
    if (entry.slot !== undefined) {
      entry.slot.kind = kind;
      return;
    }
    const timer = this.timers.set(LIMITS.callbackTimeoutMs, () => {
      this.abandon(entry);
      this.settle(entry, 'callback_timeout');
    });
    entry.slot = { key: entry.key, kind, isAbandoned: false, timer };
  }

  /** The callback ended in time. */
  leave(entry: ExpectedCall): void {
    if (entry.slot === undefined || entry.slot.isAbandoned) return;
    this.timers.clear(entry.slot.timer);
    entry.slot = undefined;
  }

  /** Nobody waits any more; only a tool that heeds its signal ends. */
  abandon(entry: ExpectedCall): void {
    const { slot, call } = entry;
    if (slot === undefined || slot.isAbandoned) return;
    this.timers.clear(slot.timer);
    if (slot.kind === 'tool' && call.behaviour === 'slow') entry.slot = undefined;
    else slot.isAbandoned = true;
    this.count(slot.isAbandoned ? `${slot.kind} abandoned` : 'tool ended by its signal');
  }

  /** The client is told that nobody waits for its answer any more. */
  takeBack({ call, connection }: ExpectedCall): void {
    if (connection !== undefined && !this.canReach(connection)) return;
    this.expect(`push ${call.actor.name} notifications/cancelled`);
  }

  unpark(entry: ExpectedCall): void {
    this.timers.clear(entry.parked?.timer);
    entry.parked = undefined;
  }

  /** The one answer: to whoever waits, or by the stream if the caller was told so. */
  settle(entry: ExpectedCall, outcome: string): void {
    if (entry.isAnswered) return;
    const { call, connection, isPushed } = entry;
    entry.isAnswered = true;
    this.leave(entry);
    this.timers.clear(entry.callerTimer);
    if (connection !== undefined) connection.uses--;
    if (!isPushed) this.expect(`settle #${call.serial} ${outcome}`);
    else if (outcome !== 'nothing' && this.canReach(connection)) {
      this.expect(`push ${call.actor.name} answer ${call.id} ${outcome}`);
    }
    this.count(outcome.replace(/done .*/, 'done').replace(/Run #\d+\?/, 'its question'));
  }

  /** The caller is told, and the call is over. */
  giveUp(entry: ExpectedCall, outcome: string): void {
    if (entry.isAnswered) return;
    this.abandon(entry);
    this.settle(entry, outcome);
  }

  /** @param isGone whether nothing leads to the caller any more, so that no question can be taken back */
  cancel(entry: ExpectedCall, isGone = false): void {
    if (entry.isAnswered) return;
    if (entry.parked !== undefined && !isGone) this.takeBack(entry);
    this.count(`cancelled while ${entry.parked ? 'parked' : (entry.slot?.kind ?? 'nothing')}`);
    this.unpark(entry);
    this.giveUp(entry, 'nothing');
  }
}
