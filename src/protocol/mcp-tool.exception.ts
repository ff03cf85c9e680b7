/**
 * Thrown by a tool to answer with a result whose `isError` is true and whose text is the message: a
 * failure the model should read and react to. The message reaches the client.
 *
 * @publicApi
 */
export class McpToolException extends Error {
  override readonly name: string = 'McpToolException';
}
