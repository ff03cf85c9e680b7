import type { AskedQuestion } from './asked-question.interface.js';
import type { ClientNeed } from './client-needs.js';
import type { InputRequest } from './input-request.interface.js';
import { MissingCapabilityException } from './missing-capability.exception.js';
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
  private suspended: Reject[] = [];
  private refused: Reject[] = [];

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
   * Rejects everything asked so far, what is missing first: `Promise.all` gives the first rejection, and
   * a person should not be asked for the sake of a call that must fail.
   */
  flush(): void {
    const { refused, suspended } = this;
    [this.refused, this.suspended] = [[], []];
    const suspend = () => rejectAll(suspended, SUSPENDED);
    if (refused.length === 0) return suspend();
    rejectAll(refused, new MissingCapabilityException(this.missing));
    this.missing.clear();
    void headStart().then(suspend);
  }
}

type Reject = (reason: unknown) => void;

function rejectAll(rejects: readonly Reject[], reason: unknown): void {
  for (const reject of rejects) reject(reason);
}

/** Turns that a rejection needs to get through the functions around a question. */
const HEAD_START = 50;

async function headStart(): Promise<void> {
  for (let turn = 0; turn < HEAD_START; turn++) await Promise.resolve();
}
