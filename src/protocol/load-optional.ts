import { McpConfigurationError } from './mcp-configuration.error.js';

const MISSING = new Set(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND']);

/**
 * Loads optional peers when something first needs them.
 *
 * @internal
 */
export async function loadOptional<T>(
  load: () => Promise<T>,
  need: { readonly where: string; readonly packages: string; readonly purpose: string },
): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    if (!isMissingModule(cause)) throw cause;
    throw new McpConfigurationError(
      `${need.where}: ${need.purpose} needs packages that are not installed. ` +
        `Run "npm install ${need.packages}".`,
      { cause },
    );
  }
}

function isMissingModule(error: unknown): boolean {
  return error instanceof Error && 'code' in error && MISSING.has(String(error.code));
}
