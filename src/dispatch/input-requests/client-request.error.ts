/**
 * Why a question to the client has no answer:
 * - `unsupported`: the client did not declare the capability, or its revision does not have it
 * - `unreachable`: nothing leads back to the client
 * - `refused`: the client answered with a JSON-RPC error; see `code` and `data`
 * - `invalid`: the answer does not fit the question
 * - `timeout`: nobody answered in time
 * - `busy`: too many calls wait for their clients
 * - `ended`: the call was over before the answer came
 *
 * @publicApi
 */
export type ClientRequestFailure =
  'unsupported' | 'unreachable' | 'refused' | 'invalid' | 'timeout' | 'busy' | 'ended';

/**
 * Rejects `ctx.elicit()`, `ctx.elicitUrl()`, `ctx.sample()` and `ctx.listRoots()` when the client gave
 * no usable answer, and is thrown by `ctx.requireClientSupport()` (up to 2025-11-25). A tool that does
 * not catch it answers with its message.
 *
 * @publicApi
 */
export class McpClientRequestError extends Error {
  override readonly name = 'McpClientRequestError';

  constructor(
    readonly reason: ClientRequestFailure,
    message: string,
    /** Code of the client's error, where `reason` is `refused`. */
    readonly code?: number,
    /** Data of the client's error. */
    readonly data?: unknown,
  ) {
    super(message);
  }
}
