import { deferred } from '../protocol/deferred.js';
import type { JsonObject } from '../protocol/json.js';
import type { TestElicitation, TestElicitationAnswer } from './client-answers.interface.js';
import { McpTestError } from './mcp-test.error.js';

/**
 * A question that waits for a test to answer it.
 *
 * @example
 * ```ts
 * const call = client.callTool('book', { to: 'Rome' });
 * const question = await client.nextElicitation();
 * question.accept({ seat: 'aisle' });
 * const result = await call;
 * ```
 * @publicApi
 */
export class McpTestElicitation implements TestElicitation {
  readonly message: string;
  readonly url: string | undefined;
  readonly requestedSchema: JsonObject | undefined;
  private readonly answer = deferred<TestElicitationAnswer>();
  private isAnswered = false;

  /**
   * @internal made by the client
   * @param isApproval true where the policy asks whether a call may run at all
   */
  constructor(
    question: TestElicitation,
    readonly isApproval: boolean,
  ) {
    this.message = question.message;
    this.url = question.url;
    this.requestedSchema = question.requestedSchema;
    // It may be over before anybody waits for it.
    this.answer.promise.catch(() => undefined);
  }

  /** @internal what the server is told */
  get answered(): Promise<TestElicitationAnswer> {
    return this.answer.promise;
  }

  /**
   * Fills in the form, or opens the address.
   *
   * @param content what is filled in; nothing for an address
   * @throws McpTestError when it was answered before
   */
  accept(content?: JsonObject): void {
    this.settle(content === undefined ? { action: 'accept' } : { action: 'accept', content });
  }

  /** @throws McpTestError when it was answered before */
  decline(): void {
    this.settle({ action: 'decline' });
  }

  /**
   * Dismisses it without a choice.
   *
   * @throws McpTestError when it was answered before
   */
  cancel(): void {
    this.settle({ action: 'cancel' });
  }

  /** @internal nobody can answer it any more */
  giveUp(reason: Error): void {
    this.isAnswered = true;
    this.answer.reject(reason);
  }

  /** For people. */
  toString(): string {
    const kind = this.isApproval ? 'approval' : this.url === undefined ? 'form' : this.url;
    return `${JSON.stringify(this.message)} (${kind})`;
  }

  private settle(answer: TestElicitationAnswer): void {
    if (this.isAnswered) throw new McpTestError(`${this} was answered already, or is over`);
    this.isAnswered = true;
    this.answer.resolve(answer);
  }
}
