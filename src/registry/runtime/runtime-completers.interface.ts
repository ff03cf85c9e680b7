/**
 * Completes one argument, as a method with `@McpCompletion()` does: returns candidates, best first.
 *
 * @param value what was typed so far
 * @param chosen the other arguments, as far as they are chosen (2025-06-18 and later)
 * @param context the `McpContext` of the call
 * @publicApi
 */
export type RuntimeCompleter = (
  value: string,
  chosen: Readonly<Record<string, string>>,
  context: never,
) => unknown;

/**
 * Completers by the argument or variable they complete, which must exist.
 *
 * @publicApi
 */
export type RuntimeCompleters = Readonly<Record<string, RuntimeCompleter>>;
