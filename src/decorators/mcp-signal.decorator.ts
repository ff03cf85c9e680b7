import type { CheckedParameter } from './checked-parameter.js';
import { parameterDecorator } from './parameter-metadata.js';

/**
 * The signal of the call, an `AbortSignal`: `ctx.signal` for methods that need nothing else of the
 * context. Aborted when the call was cancelled, the client left, or the server stops.
 *
 * @example
 * ```ts
 * @McpTool()
 * report(input: ReportDto, @McpSignal() signal: AbortSignal) { return this.reports.build(input, { signal }); }
 * ```
 * @publicApi
 */
export function McpSignal(): CheckedParameter<AbortSignal> {
  return parameterDecorator({ kind: 'context', property: 'signal', pipes: [] });
}
