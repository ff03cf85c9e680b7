import type { ClientNeed } from './client-needs.js';
import type { InputRequest } from './input-request.interface.js';
import { MissingCapabilityException } from './missing-capability.exception.js';
import type { AskedQuestion } from './round-answers.js';
import { SUSPENDED } from './suspended.js';

/** A question without an answer. */
export interface OpenQuestion extends AskedQuestion {
  /** Grows from question to question; the words of an earlier one may be known later. */
  readonly order: number;
  readonly request: InputRequest<unknown>;
}

/**
 * The questions of one run that have no answer yet. Their promises are rejected together, once
 * everything that is asked in one go is known, so that it is asked in one round.
 */
export class OpenQuestions {
  private readonly open = new Map<string, OpenQuestion>();
  private readonly missing = new Set<ClientNeed>();
  private suspended: ((reason: unknown) => void)[] = [];
  private refused: ((reason: unknown) => void)[] = [];

  get size(): number {
    return this.open.size;
  }

  /** In the order in which they were asked. */
  values(): readonly OpenQuestion[] {
    return [...this.open.values()].toSorted((a, b) => a.order - b.order);
  }

  /** Asks in the next round. */
  suspend(question: OpenQuestion): Promise<never> {
    this.open.set(question.name, question);
    return new Promise((_resolve, reject) => this.suspended.push(reject));
  }

  /** Does not ask a client that did not declare what the question needs. */
  refuse(missing: readonly ClientNeed[]): Promise<never> {
    for (const need of missing) this.missing.add(need);
    return new Promise((_resolve, reject) => this.refused.push(reject));
  }

  /**
   * Rejects everything asked so far. What is missing comes first: `Promise.all` gives the first
   * rejection, and a person should not be asked for the sake of a call that must fail.
   */
  flush(): void {
    const { refused, suspended } = this;
    [this.refused, this.suspended] = [[], []];
    if (refused.length > 0) {
      const missing = new MissingCapabilityException(this.missing);
      for (const reject of refused) reject(missing);
      this.missing.clear();
    }
    for (const reject of suspended) reject(SUSPENDED);
  }
}
