import type { CallRecord, Retry } from '../world.js';
import { LIMITS } from '../world.js';
import type { ExpectedCall } from './expected-call.js';
import type { ExpectedState } from './expected-state.js';

/** A question of a modern call. */
interface ExpectedQuestion {
  readonly call: CallRecord;
  readonly expiresAt: number;
}

/** Questions to clients without a connection, and the states that bring their answers. */
export class ExpectedStates {
  private readonly questions = new Map<number, ExpectedQuestion>();
  /** Used ones, with the time until which they must be remembered. */
  private readonly spent = new Map<number, number>();

  /** @param approved what a yes leads to */
  constructor(
    private readonly state: ExpectedState,
    private readonly approved: (entry: ExpectedCall) => void,
  ) {}

  ask(entry: ExpectedCall): void {
    const { state } = this;
    const { call } = entry;
    const { retry } = call;
    if (!call.actor.canBeAsked) return state.settle(entry, `denied ask: Run #${call.serial}?`);
    if (retry === undefined) return this.question(entry);
    const refusal = this.refusalOf(retry, call);
    if (refusal !== undefined) {
      state.count(refusal);
      return state.settle(entry, 'error -32602');
    }
    if (retry.answer === 'none') return this.question(entry);
    if (retry.answer === 'decline') return state.settle(entry, 'denied ask: user decline');
    this.approved(entry);
  }

  /** Uses an approval up; returns the answer if it cannot be. */
  spend({ of }: Retry): string | undefined {
    if (this.spent.has(of)) {
      this.state.count('replayed');
      return 'error -32602';
    }
    const { now } = this.state.timers;
    if (this.spent.size >= LIMITS.maxSpentApprovals) {
      for (const [id, expiresAt] of this.spent) if (expiresAt <= now) this.spent.delete(id);
    }
    if (this.spent.size >= LIMITS.maxSpentApprovals) return 'busy approvals';
    this.spent.set(of, this.questions.get(of)?.expiresAt ?? now);
    return undefined;
  }

  private question(entry: ExpectedCall): void {
    const { call } = entry;
    const expiresAt = this.state.timers.now + LIMITS.requestStateTtlMs;
    this.questions.set(call.serial, { call, expiresAt });
    this.state.settle(entry, 'question');
  }

  private refusalOf(retry: Retry, call: CallRecord): string | undefined {
    const question = this.questions.get(retry.of);
    if (question === undefined || retry.state === 'tampered') return 'tampered';
    const { actor, token, tool } = question.call;
    if (token !== call.token || tool !== call.tool) return 'state for other arguments';
    if (actor.principalKey !== call.actor.principalKey) return 'state of another principal';
    return question.expiresAt <= this.state.timers.now ? 'expired' : undefined;
  }
}
