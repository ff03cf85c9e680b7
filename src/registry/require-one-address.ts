import { McpConfigurationError } from '../protocol/mcp-configuration.error.js';

/**
 * Which address options of a resource have: `uri` for one resource, `uriTemplate` for a family.
 *
 * @throws McpConfigurationError unless there is exactly one
 */
export function requireOneAddress(options: object, where: string): 'uri' | 'uriTemplate' {
  const { uri, uriTemplate } = options as {
    readonly uri?: unknown;
    readonly uriTemplate?: unknown;
  };
  if ((uri === undefined) === (uriTemplate === undefined)) {
    throw new McpConfigurationError(`${where} needs exactly one of \`uri\` and \`uriTemplate\``);
  }
  return uri === undefined ? 'uriTemplate' : 'uri';
}
