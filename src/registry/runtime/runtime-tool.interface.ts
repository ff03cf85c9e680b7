import type { ToolOptions } from '../../decorators/tool-options.interface.js';
import type { RuntimeCompleters } from './runtime-completers.interface.js';

/**
 * A tool that is a function instead of a decorated method. No enhancers of Nest run around it.
 *
 * @publicApi
 */
export interface RuntimeTool extends Omit<ToolOptions, 'server'> {
  readonly name: string;
  /**
   * @param args the validated arguments
   * @param context the `McpContext` of the call
   */
  readonly handler?: (args: never, context: never) => unknown;
  /** What completes its arguments (`ref/tool`, an extension of ours), by argument. */
  readonly complete?: RuntimeCompleters;
}
