import { McpConfigurationError } from './mcp-configuration.error.js';

const MISSING = new Set(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND']);

/**
 * What to throw where optional peers could not be loaded: an error that says what to install, or else
 * the failure of a package that is installed.
 *
 * Peers are imported in a `try` block of the same function. By that, bundlers know that they may be missing.
 *
 * @internal
 */
export function loadFailure(
  cause: unknown,
  need: { readonly where: string; readonly packages: string; readonly purpose: string },
): unknown {
  if (!isMissingModule(cause)) return cause;
  return new McpConfigurationError(
    `${need.where}: ${need.purpose} needs packages that are not installed. ` +
      `Run "npm install ${need.packages}".`,
    { cause },
  );
}

/** @internal */
export function isMissingModule(error: unknown): boolean {
  return error instanceof Error && 'code' in error && MISSING.has(String(error.code));
}
