import { checkCapabilities, checkIdentity, checkVersions } from './check-options.js';
import type { CapabilityOptions } from './dispatch/capability-options.interface.js';
import { declareCapabilities, declareTasks } from './dispatch/declared-capabilities.js';
import type { McpHooks } from './dispatch/hooks/mcp-hooks.interface.js';
import { requireLegacyEra } from './resolve-options.js';
import type { ResolvedOptions } from './resolve-options.js';
import { McpConfigurationError } from './protocol/mcp-configuration.error.js';
import type { ToolDefinition } from './registry/definitions.interface.js';
import type { ServerIdentity } from './dispatch/server-identity.js';

/**
 * What the application computes of what the server says about itself, over the options. Once, before
 * anything is served.
 *
 * @param tools those that are there from the start
 * @throws McpConfigurationError naming the hook and what is wrong
 */
export async function settleIdentity(
  hooks: McpHooks | undefined,
  { identity, revisions, http, capabilities: configured }: ResolvedOptions,
  tools: readonly ToolDefinition[],
): Promise<void> {
  const info = await hooks?.serverInfo?.();
  if (info !== undefined) {
    checkIdentity(info, 'hooks.serverInfo()');
    const computed = Object.entries(info).filter(([, value]) => value !== undefined);
    identity.info = Object.freeze({ ...identity.info, ...Object.fromEntries(computed) });
  }
  const capabilities = await hooks?.serverCapabilities?.();
  if (capabilities !== undefined) {
    checkCapabilities(capabilities, 'hooks.serverCapabilities()');
    identity.capabilities = declareCapabilities(capabilities);
  }
  settleTasks(identity, tools, capabilities ?? configured);
  const versions = await hooks?.supportedProtocolVersions?.();
  if (versions === undefined) return;
  checkVersions(versions, 'hooks.supportedProtocolVersions()');
  revisions.replace(versions, 'hooks.supportedProtocolVersions');
  requireLegacyEra(revisions, http);
}

/**
 * Tasks are there if a tool runs as one, unless they are switched off.
 *
 * @throws McpConfigurationError for a tool that runs as a task only, where they are
 */
export function settleTasks(
  identity: ServerIdentity,
  tools: readonly ToolDefinition[],
  options: CapabilityOptions,
): void {
  const runningAsTasks = tools.filter(({ task }) => task !== undefined);
  if (runningAsTasks.length > 0) {
    identity.capabilities = declareTasks(identity.capabilities, options);
  }
  if (identity.capabilities.has('tasks')) return;
  const required = runningAsTasks.find(({ task }) => task?.support === 'required');
  if (required === undefined) return;
  throw new McpConfigurationError(
    `Tool "${required.name}" runs as a task only (task: 'required'), and capabilities.tasks is false; ` +
      "set it to true, or the tool to 'optional'",
  );
}
