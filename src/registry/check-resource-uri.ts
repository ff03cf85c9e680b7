import { McpConfigurationError } from '../protocol/mcp-configuration.error.js';

/** @throws McpConfigurationError for an address that is none (every revision, Resources) */
export function checkResourceUri(uri: string, where: string): void {
  if (URL.canParse(uri)) return;
  throw new McpConfigurationError(
    `${where}: uri "${uri}" is not an absolute URI; begin with a scheme, as in "shop://catalogue"`,
  );
}
