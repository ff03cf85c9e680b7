/**
 * The reason on `ctx.signal` when a call was called off: by the client, a disconnect, or shutdown.
 *
 * @publicApi
 */
export class McpCancelledError extends Error {
  override readonly name = 'McpCancelledError';

  constructor(reason: string) {
    super(`the call was cancelled: ${reason}`);
  }
}
