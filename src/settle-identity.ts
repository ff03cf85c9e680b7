import { checkCapabilities, checkIdentity, checkVersions } from './check-options.js';
import { declareCapabilities } from './dispatch/declared-capabilities.js';
import type { McpHooks } from './dispatch/hooks/mcp-hooks.interface.js';
import { requireLegacyEra } from './resolve-options.js';
import type { ResolvedOptions } from './resolve-options.js';

/**
 * What the application computes of what the server says about itself, over the options. Once, before
 * anything is served.
 *
 * @throws McpConfigurationError naming the hook and what is wrong
 */
export async function settleIdentity(
  hooks: McpHooks | undefined,
  { identity, revisions, http }: ResolvedOptions,
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
  const versions = await hooks?.supportedProtocolVersions?.();
  if (versions === undefined) return;
  checkVersions(versions, 'hooks.supportedProtocolVersions()');
  revisions.replace(versions, 'hooks.supportedProtocolVersions');
  requireLegacyEra(revisions, http);
}
