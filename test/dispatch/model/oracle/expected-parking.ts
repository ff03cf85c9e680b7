import type { Actor, AnswerKind } from '../world.js';
import { LIMITS } from '../world.js';
import type { ExpectedCall } from './expected-call.js';
import type { ExpectedState } from './expected-state.js';

const REFUSALS: Readonly<Record<Exclude<AnswerKind, 'approve'>, string>> = {
  decline: 'user decline',
  cancel: 'user cancel',
  acceptNo: 'user accept',
  acceptText: 'user accept',
  noAction: 'user declined',
  error: 'elicitation failed',
  both: 'elicitation failed',
};

const TOO_MANY = 'too many elicitations pending';

/** Calls of connections that wait for a person. */
export class ExpectedParking {
  private order = 0;

  /** @param approved what a yes leads to */
  constructor(
    private readonly state: ExpectedState,
    private readonly approved: (entry: ExpectedCall) => void,
  ) {}

  ask(entry: ExpectedCall): void {
    const { state } = this;
    const { call } = entry;
    if (!this.canAsk(entry)) return state.settle(entry, `denied ask: Run #${call.serial}?`);
    const refusal = this.makeRoom(entry);
    if (refusal !== undefined) return state.settle(entry, `denied ask: ${refusal}`);
    entry.wasAsked = true;
    const timer = state.timers.set(LIMITS.elicitationTimeoutMs, () => {
      this.state.takeBack(entry);
      this.refuse(entry, 'elicitation timed out');
    });
    entry.parked = { order: this.order++, timer };
    state.expect(`push ${call.actor.name} prompt #${call.serial}`);
    state.count('parked');
    if (call.actor.kind === 'session') state.expect(`parked #${call.serial}`);
    if (call.actor.kind !== 'direct' || !call.via.startsWith('handle')) return;
    entry.isPushed = true;
    state.timers.clear(entry.callerTimer);
    state.expect(`settle #${call.serial} nothing`);
  }

  answer(entry: ExpectedCall | undefined, from: Actor, how: AnswerKind): void {
    if (entry?.parked === undefined) return this.state.count('answer to nobody');
    if (entry.call.actor !== from) return this.state.count('foreign answer');
    if (how !== 'approve') return this.refuse(entry, REFUSALS[how]);
    this.state.unpark(entry);
    this.approved(entry);
  }

  private canAsk({ call: { actor }, connection }: ExpectedCall): boolean {
    if (connection === undefined) return this.state.session(actor).elicitation;
    return this.state.canReach(connection) && connection.elicitation;
  }

  /** First the holder's own bound; on a full server the largest holder's oldest call gives way. */
  private makeRoom({ key }: ExpectedCall): string | undefined {
    const { waiting } = this;
    const sizeOf = (holder: string | undefined) =>
      waiting.filter((entry) => entry.key === holder).length;
    if (sizeOf(key) >= LIMITS.maxParkedElicitations) return TOO_MANY;
    if (waiting.length < LIMITS.maxParkedElicitationsTotal) return undefined;
    const sizes = waiting.map((entry) => sizeOf(entry.key));
    const largest = Math.max(...sizes);
    if (sizeOf(key) >= largest) return `${TOO_MANY} on this server`;
    this.state.count('evicted');
    const oldest = waiting[sizes.indexOf(largest)] as ExpectedCall;
    this.state.takeBack(oldest);
    this.refuse(oldest, `${TOO_MANY} on this server`);
    return undefined;
  }

  /** Calls that wait, the oldest first. */
  private get waiting(): readonly ExpectedCall[] {
    return [...this.state.calls.values()]
      .filter(({ parked }) => parked !== undefined)
      .toSorted((a, b) => (a.parked?.order ?? 0) - (b.parked?.order ?? 0));
  }

  private refuse(entry: ExpectedCall, detail: string): void {
    this.state.unpark(entry);
    this.state.settle(entry, `denied ask: ${detail}`);
  }
}
