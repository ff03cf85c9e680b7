import { parameterDecorator } from './parameter-metadata.js';

/**
 * The `McpContext` of the call. Needed only where the parameter's type is not `McpContext` itself.
 *
 * @publicApi
 */
export function McpCtx(): ParameterDecorator {
  return parameterDecorator({ kind: 'context', pipes: [] });
}
