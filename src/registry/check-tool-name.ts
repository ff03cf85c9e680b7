import { McpConfigurationError } from '../protocol/mcp-configuration.error.js';

/** 1 to 128 characters of the alphabet every client accepts (2025-11-25, Tools: names). */
const TOOL_NAME = /^[A-Za-z0-9_.-]{1,128}$/;

/** @throws McpConfigurationError for a name some clients refuse */
export function checkToolName(name: string, where: string): void {
  if (TOOL_NAME.test(name)) return;
  throw new McpConfigurationError(
    `${where}: "${name}" is not a tool name. Use 1 to 128 characters of A-Z, a-z, 0-9, "_", "-" and ".".`,
  );
}
