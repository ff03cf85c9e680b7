import { checkIcons } from '../protocol/check-icons.js';
import { McpConfigurationError } from '../protocol/mcp-configuration.error.js';
import { compileSchema } from '../schema/compile-schema.js';
import { checkToolName } from './check-tool-name.js';
import { checkToolTimeout } from './check-tool-timeout.js';
import type { ToolDefinition } from './definitions.interface.js';
import { findMirroredParameters } from './find-mirrored-parameters.js';
import { FunctionHandler } from './handlers/function-handler.js';
import { NO_ARGUMENTS } from './no-arguments.js';
import type { RuntimeTool } from './runtime-tool.interface.js';
import { warnOfRootCombinators } from './warn-of-root-combinators.js';

/** @throws McpConfigurationError naming the position of the first tool that is wrong */
export async function defineRuntimeTools(
  tools: readonly RuntimeTool[],
): Promise<readonly ToolDefinition[]> {
  const definitions = new Map<string, ToolDefinition>();
  for (const [index, tool] of tools.entries()) {
    const where = `registerTools(), tool ${index} ("${String(tool.name)}")`;
    if (definitions.has(tool.name)) {
      throw new McpConfigurationError(`${where}: the name is given twice; rename one`);
    }
    definitions.set(tool.name, await define(tool, where));
  }
  return [...definitions.values()];
}

async function define(tool: RuntimeTool, where: string): Promise<ToolDefinition> {
  const { name, input, output, handler, ...listed } = tool;
  if (typeof name !== 'string') throw new McpConfigurationError(`${where}: name must be a string`);
  checkToolName(name, where);
  checkToolTimeout(listed.timeoutMs, where);
  checkIcons(listed.icons, where);
  if (typeof handler !== 'function') {
    throw new McpConfigurationError(`${where}: handler must be a function`);
  }
  const compiled =
    input === undefined ? NO_ARGUMENTS : await compileSchema(input, { role: 'input', where });
  warnOfRootCombinators(compiled.json, where);
  return {
    ...listed,
    name,
    handler: new FunctionHandler(where, handler),
    input: compiled,
    mirrored: findMirroredParameters(compiled.json, where),
    output: output && (await compileSchema(output, { role: 'output', where })),
  };
}
