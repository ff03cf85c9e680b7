import type { BuildContext } from './build-context.interface.js';
import type { DtoClass } from './class-libraries.js';
import { McpConfigurationError } from '../../protocol/mcp-configuration.error.js';

/**
 * The error for a DTO that cannot become a schema.
 *
 * @internal
 */
export function dtoError(
  { where }: Pick<BuildContext, 'where'>,
  type: DtoClass,
  property: string | undefined,
  problem: string,
): McpConfigurationError {
  const place = property === undefined ? type.name : `${type.name}.${property}`;
  return new McpConfigurationError(`${where}: ${place} ${problem}`);
}
