import type { McpRegistry } from '../../registry/mcp-registry.js';

/** True when something in the catalogue has this URI, or could. */
export function servesResource(registry: McpRegistry, uri: string): boolean {
  const found = registry.findResource(uri);
  if (found === undefined) return false;
  return 'resource' in found || found.match.kind === 'match';
}
