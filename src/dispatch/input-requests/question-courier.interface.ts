import type { InputRequest } from './input-request.interface.js';

/** What became of a question. */
export type QuestionOutcome =
  | { readonly kind: 'answered'; readonly result: unknown }
  /** The client answered with what should be a JSON-RPC error. */
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'timeout'; readonly timeoutMs: number }
  | { readonly kind: 'full' };

/** Brings questions to a client while the code that asks waits, and its answers back. */
export interface QuestionCourier {
  /**
   * @param name of the question among those of its call
   * @param timeoutMs milliseconds to wait, if the author says so
   * @throws McpClientRequestError, MissingCapabilityException for a client that cannot be asked
   * @throws the reason of the abort when the call is over
   */
  deliver(
    name: string,
    request: InputRequest<unknown>,
    timeoutMs: number | undefined,
  ): Promise<QuestionOutcome>;

  /** The call is over: questions that are open still are taken back. */
  close(): void;
}
