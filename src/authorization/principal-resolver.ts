import { McpConfigurationError } from '../protocol/mcp-configuration.error.js';

/** Finds out who calls. */
export interface PrincipalOptions {
  /** Who sent the HTTP request; default `request.user`, which guards set. */
  readonly principal?: (request: never) => unknown;
  /**
   * A string that tells principals apart; default `iss` and `sub`, else `id`. Sessions belong to it.
   */
  readonly principalKey?: (principal: never) => string;
}

/** Who calls, and the key that sessions are bound to. Both are absent for anonymous requests. */
export interface ResolvedPrincipal {
  readonly principal: unknown;
  readonly principalKey: string | undefined;
}

const ANONYMOUS: ResolvedPrincipal = { principal: undefined, principalKey: undefined };

/** Reads the principal off a request and names it. */
export class PrincipalResolver {
  private readonly principalOf: (request: object) => unknown;
  private readonly keyOf: (principal: unknown) => unknown;

  constructor(options: PrincipalOptions) {
    this.principalOf = (options.principal as ((request: object) => unknown) | undefined) ?? userOf;
    this.keyOf =
      (options.principalKey as ((principal: unknown) => unknown) | undefined) ?? defaultKey;
  }

  /** @throws McpConfigurationError for a principal without a key */
  resolve(request: object): ResolvedPrincipal {
    return this.identify(this.principalOf(request));
  }

  /**
   * Names a principal that is known already.
   *
   * @throws McpConfigurationError when it has no key
   */
  identify(principal: unknown): ResolvedPrincipal {
    if (principal === undefined || principal === null) return ANONYMOUS;
    const principalKey = this.keyOf(principal);
    if (typeof principalKey !== 'string' || principalKey === '') {
      throw new McpConfigurationError(
        'the principal of a request has no key, so nothing can be bound to it. ' +
          'Give the option principalKey: (principal) => string; the default reads `sub` (with `iss`) or `id`.',
      );
    }
    return { principal, principalKey };
  }
}

const userOf = (request: object): unknown => (request as { user?: unknown }).user;

function defaultKey(principal: unknown): string | undefined {
  if (typeof principal === 'string') return principal;
  const { iss, sub, id } = principal as Record<string, unknown>;
  if (typeof sub === 'string') return JSON.stringify([typeof iss === 'string' ? iss : '', sub]);
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}
