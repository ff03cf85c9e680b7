import { McpConfigurationError } from '../protocol/mcp-configuration.error.js';
import type { CompiledSchema } from '../schema/compiled-schema.interface.js';

/**
 * A required member that no variable fills would make every read fail.
 *
 * @throws McpConfigurationError naming the member
 */
export function checkVariables(
  variables: readonly string[],
  input: CompiledSchema | undefined,
  where: string,
): void {
  const required: unknown = input?.json.required;
  for (const member of Array.isArray(required) ? (required as unknown[]) : []) {
    if (!variables.includes(String(member))) {
      throw new McpConfigurationError(
        `${where}: "${String(member)}" is required, but the template has no such variable ` +
          `(it has ${variables.join(', ')}). Make it optional, or add the variable.`,
      );
    }
  }
}
