import type { JsonObject } from '../protocol/json.js';
import { deferred, type Deferred } from '../protocol/deferred.js';
import { McpTestError } from './mcp-test.error.js';
import { McpTestElicitation } from './mcp-test-elicitation.js';
import type { TestElicitation, TestElicitationAnswer } from './client-answers.interface.js';

/** Questions that no handler answers, and tests that wait for one. Each goes to one test. */
export class QuestionQueue {
  /** Nobody has taken them yet. */
  private readonly untaken: McpTestElicitation[] = [];
  private readonly waiters: Deferred<McpTestElicitation>[] = [];
  private readonly open = new Map<McpTestElicitation, string | undefined>();
  private closed: Error | undefined;

  /** Those without an answer, for people. */
  get unanswered(): readonly string[] {
    return [...this.open.keys()].map(String);
  }

  /**
   * Resolves with the answer.
   *
   * @param id of the request that asks; none in 2026-07-28
   * @throws McpTestError when the client is closed before
   */
  async ask(
    params: JsonObject,
    isApproval: boolean,
    id: string | undefined,
  ): Promise<TestElicitationAnswer> {
    if (this.closed !== undefined) throw this.closed;
    const { message, url, requestedSchema } = params;
    const question = new McpTestElicitation(
      { message, url, requestedSchema } as TestElicitation,
      isApproval,
    );
    this.open.set(question, id);
    this.offer(question);
    try {
      return await question.answered;
    } finally {
      this.open.delete(question);
    }
  }

  /** The next question. */
  next(): Promise<McpTestElicitation> {
    const question = this.untaken.shift();
    if (question !== undefined) return Promise.resolve(question);
    if (this.closed !== undefined) return Promise.reject(this.closed);
    const waiter = deferred<McpTestElicitation>();
    this.waiters.push(waiter);
    return waiter.promise;
  }

  /**
   * The next question, which must be an approval; another one stays the next.
   *
   * @throws McpTestError for another one
   */
  async nextApproval(): Promise<McpTestElicitation> {
    const question = await this.next();
    if (question.isApproval) return question;
    this.untaken.unshift(question);
    throw new McpTestError(
      `an approval was expected, but what was asked is ${question}: take it with nextElicitation()`,
    );
  }

  /** The server takes a question back, up to 2025-11-25. */
  takeBack(id: unknown): void {
    if (id === undefined) return;
    for (const [question, asked] of this.open) if (asked === id) this.drop(question);
  }

  /** No question can come any more, and none needs an answer. */
  end(reason: Error): void {
    for (const question of this.open.keys()) this.drop(question);
    for (const waiter of this.waiters.splice(0)) waiter.reject(reason);
  }

  /** The same for good. */
  close(reason: Error): void {
    this.closed = reason;
    this.end(reason);
  }

  private offer(question: McpTestElicitation): void {
    const waiter = this.waiters.shift();
    if (waiter === undefined) this.untaken.push(question);
    else waiter.resolve(question);
  }

  private drop(question: McpTestElicitation): void {
    const index = this.untaken.indexOf(question);
    if (index >= 0) this.untaken.splice(index, 1);
    question.giveUp(this.closed ?? new McpTestError(`${question} is over: its call has ended`));
  }
}
