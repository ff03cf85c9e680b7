import type { CheckedParameter } from './checked-parameter.js';
import { parameterDecorator } from './parameter-metadata.js';

/**
 * The `McpContext` of the call. Needed only where the parameter's type is not `McpContext` itself.
 *
 * @publicApi
 */
export function McpCtx(): CheckedParameter {
  return parameterDecorator({ kind: 'context', pipes: [] });
}
