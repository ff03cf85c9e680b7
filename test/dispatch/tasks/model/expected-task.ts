import type { Finish } from '../../../support/steered-tool.js';
import type { Reply } from './world.js';

/** A question nobody has answered. */
interface OpenQuestion {
  /** What it is called in the code that asks. */
  readonly name: string;
  readonly message: string;
  readonly timesOutAt: number | undefined;
  /** How often the code waits for it. */
  waiters: number;
}

/** Who began a task. */
export interface Creator {
  /** Of whom tasks are found; absent: of whoever knows their id. */
  readonly owner: string | undefined;
  /** Whose slots they take; absent: nobody's share. */
  readonly share: string | undefined;
  /** The session, with the times it was opened; absent in the stateless era. */
  readonly session: string | undefined;
}

export type Status = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';

/** What a task came to. */
export type Outcome =
  | { readonly kind: Exclude<Finish, 'mcp'> }
  | { readonly kind: 'error'; readonly error: { code: number; message: string; data?: unknown } };

/** What one task must be, and what its code must have heard. */
export class ExpectedTask {
  id = '';
  status: Status = 'working';
  message: string | undefined;
  outcome: Outcome | undefined;
  ttlMs: number;
  updatedAt: number;
  /** Forgotten: its time is over, or its session. */
  isGone = false;
  /** Its code runs, and somebody cares. */
  isRunning = true;
  /** Its code has not ended. */
  isHeld = true;
  readonly questions = new Map<string, OpenQuestion>();
  /** What its code was told of its questions. */
  readonly log: string[] = [];
  /** Every status after the first, while it was not forgotten. */
  readonly statuses: Status[] = [];
  private readonly named = new Map<string, string>();
  private readonly used = new Set<string>();
  private unnamed = 0;

  constructor(
    readonly run: string,
    readonly creator: Creator,
    readonly isDeaf: boolean,
    readonly createdAt: number,
    readonly keepMs: number,
  ) {
    this.ttlMs = keepMs;
    this.updatedAt = createdAt;
  }

  get hasEnded(): boolean {
    return this.status !== 'working' && this.status !== 'input_required';
  }

  get endOfLife(): number {
    return this.createdAt + this.ttlMs;
  }

  /** When something happens to it of its own accord. */
  get nextEvent(): number | undefined {
    if (this.isGone) return undefined;
    if (this.status === 'working') return this.endOfLife - this.keepMs / 2;
    const times = [...this.questions.values()].map(({ timesOutAt }) => timesOutAt ?? Infinity);
    return Math.min(this.endOfLife, ...times);
  }

  /** Every key that was ever asked. */
  get usedKeys(): readonly string[] {
    return [...this.used];
  }

  /** Time has come to one of its events. */
  pass(now: number): void {
    if (this.isGone) return;
    if (this.status !== 'working' && this.endOfLife <= now) {
      this.forget();
      return;
    }
    for (const [key, { timesOutAt }] of this.questions) {
      if (timesOutAt !== undefined && timesOutAt <= now) this.close(key, 'timeout', now);
    }
    this.prolong(now);
  }

  ask(key: string | undefined, timesOutAt: number | undefined, now: number): void {
    const name = key ?? `question-${++this.unnamed}`;
    const message = `${name}?`;
    const known = this.named.get(name);
    if (known !== undefined) {
      this.log.push(`${message} ${known}`);
      return;
    }
    const open = [...this.questions.values()].find((question) => question.name === name);
    if (open !== undefined) {
      open.waiters++;
      return;
    }
    let wire = name;
    for (let times = 2; this.used.has(wire); times++) wire = `${name}#${times}`;
    this.used.add(wire);
    this.questions.set(wire, { name, message, timesOutAt, waiters: 1 });
    this.changed(now);
  }

  answer(key: string, how: Reply, now: number): void {
    const said: Readonly<Record<Reply, string>> = {
      accept: `accept {"text":"${key}"}`,
      decline: 'decline',
      invalid: 'invalid',
      error: 'refused',
    };
    const question = this.questions.get(key);
    if (question === undefined) return;
    if (how === 'accept' || how === 'decline') this.named.set(question.name, said[how]);
    this.close(key, said[how], now);
  }

  tell(message: string, now: number): void {
    this.message = message;
    this.changed(now);
  }

  /** Its code ends. */
  finish(how: Finish, now: number): void {
    this.isHeld = false;
    if (!this.isRunning) return;
    if (how !== 'mcp') return this.end('completed', { kind: how }, now);
    const error = { code: 4_711, message: `refused ${this.run}`, data: { name: this.run } };
    this.end('failed', { kind: 'error', error }, now);
  }

  /** The server stops. */
  fail(now: number): void {
    const error = { code: -32_603, message: 'The server is stopping' };
    this.abort();
    this.end('failed', { kind: 'error', error }, now);
  }

  /** @param forMs how long it is kept at least */
  cancel(reason: string, forMs: number, now: number): void {
    this.abort();
    this.message = reason;
    this.endWith('cancelled', forMs, now);
  }

  /** Nobody can find it any more. */
  forget(): void {
    this.abort();
    this.isGone = true;
  }

  private end(status: Status, outcome: Outcome, now: number): void {
    this.hear('ended');
    this.isRunning = false;
    this.outcome = outcome;
    if (outcome.kind === 'error') this.message = outcome.error.message;
    this.endWith(status, this.keepMs, now);
  }

  private abort(): void {
    this.hear('cancelled');
    this.isRunning = false;
    if (!this.isDeaf) this.isHeld = false;
  }

  /** Its code hears what became of all its questions. */
  private hear(what: string): void {
    for (const { message, waiters } of this.questions.values()) {
      for (let n = 0; n < waiters; n++) this.log.push(`${message} ${what}`);
    }
    this.questions.clear();
  }

  private endWith(status: Status, forMs: number, now: number): void {
    this.ttlMs = Math.max(this.ttlMs, now - this.createdAt + forMs);
    this.updatedAt = now;
    this.become(status);
  }

  private close(key: string, what: string, now: number): void {
    const { message, waiters } = this.questions.get(key) as OpenQuestion;
    for (let n = 0; n < waiters; n++) this.log.push(`${message} ${what}`);
    this.questions.delete(key);
    this.changed(now);
  }

  private changed(now: number): void {
    this.updatedAt = now;
    this.become(this.questions.size > 0 ? 'input_required' : 'working');
    this.prolong(now);
  }

  /** It is kept while it works, and not while it waits for a person. */
  private prolong(now: number): void {
    if (this.status !== 'working' || this.endOfLife - now > this.keepMs / 2) return;
    this.ttlMs = now - this.createdAt + this.keepMs;
    this.updatedAt = now;
  }

  private become(status: Status): void {
    if (status === this.status) return;
    this.status = status;
    this.statuses.push(status);
  }
}
