import type { TemplateResourceOptions } from '../../decorators/resource-options.interface.js';
import type { RuntimeCompleters } from './runtime-completers.interface.js';

/**
 * A family of resources that is a function instead of a decorated method. No enhancers of Nest run
 * around it.
 *
 * @publicApi
 */
export interface RuntimeResourceTemplate extends Omit<TemplateResourceOptions, 'server'> {
  readonly name: string;
  /**
   * @param variables those of the URI, validated if there is an `input`
   * @param context the `McpContext` of the call
   */
  readonly handler?: (variables: never, context: never) => unknown;
  /** What completes its variables, by variable. */
  readonly complete?: RuntimeCompleters;
}
