/**
 * Options of `McpRegistry.registerTools()` and its like.
 *
 * @publicApi
 */
export interface RegisterOptions {
  /**
   * They follow a live source; default false. Tools that do are left out of the boot check for
   * sensitive tools, but not of the check at every call.
   */
  readonly derived?: boolean;
}
