/**
 * What Nest's enhancers find in their `ExecutionContext`. On HTTP transports the type is `'http'` and
 * the request the real one, so that a guard which skips other types still guards; on stdio it is
 * `'mcp'` with a stand-in request.
 */
export interface HostArguments {
  readonly contextType: 'http' | 'mcp';
  readonly request: object;
  readonly response: object;
  readonly next?: unknown;
}
