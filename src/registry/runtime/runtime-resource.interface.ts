import type { FixedResourceOptions } from '../../decorators/resource-options.interface.js';

/**
 * A resource with one address that is a function instead of a decorated method. No enhancers of Nest
 * run around it.
 *
 * @publicApi
 */
export interface RuntimeResource extends Omit<FixedResourceOptions, 'server'> {
  readonly name: string;
  /** @param context the `McpContext` of the call */
  readonly handler?: (context: never) => unknown;
}
