/**
 * A mistake in options, decorators or schemas, found while the application boots. The message names
 * the place (option, or class and method), the cause and the remedy.
 *
 * @publicApi
 */
export class McpConfigurationError extends Error {
  override readonly name = 'McpConfigurationError';
}
