import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<object>();

/**
 * `McpContext.current()` was called where no call is known.
 *
 * @publicApi
 */
export class NoMcpContextError extends Error {
  override readonly name = 'NoMcpContextError';

  constructor() {
    super(
      'There is no current MCP call here. McpContext.current() works in code that a tool, resource, ' +
        'prompt or completer runs, with the option `asyncContext: true` of McpModule; elsewhere hand ' +
        'the context on, or use McpSessions',
    );
  }
}

/** Runs `work` as part of a call. */
export const runInContext = <T>(context: object, work: () => T): T => storage.run(context, work);

/** @throws NoMcpContextError */
export function currentContext(): object {
  const context = storage.getStore();
  if (context === undefined) throw new NoMcpContextError();
  return context;
}
