import { McpConfigurationError } from '../protocol/mcp-configuration.error.js';

interface ToolLike {
  readonly name: string;
  /** Where it is declared. */
  readonly handler?: { readonly place: string };
  readonly annotations?: { readonly destructiveHint?: boolean; readonly sensitive?: boolean };
}

/** Tools that must not run without a policy. One-directional: no other hint takes this back. */
export function isSensitive({ annotations }: ToolLike): boolean {
  return annotations?.destructiveHint === true || annotations?.sensitive === true;
}

/** @throws McpConfigurationError naming every sensitive tool, when there is no authorizer */
export function requireAuthorizerFor(tools: readonly ToolLike[], hasAuthorizer: boolean): void {
  const sensitive = tools.filter(isSensitive).map(nameWithPlace);
  if (hasAuthorizer || sensitive.length === 0) return;
  throw new McpConfigurationError(
    `The tools ${sensitive.join(', ')} are sensitive (destructiveHint or sensitive), but McpModule has no ` +
      'option `authorizer`. Give one; `authorizer: allowAll()` says that everybody may call them.',
  );
}

const nameWithPlace = ({ name, handler }: ToolLike): string =>
  handler === undefined ? name : `${name} (${handler.place})`;
