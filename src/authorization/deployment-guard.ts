import { McpConfigurationError } from '../protocol/mcp-configuration.error.js';
import type { Policy } from './policy.js';

/**
 * Refuses to serve a network transport without a policy, unless the environment is known to be
 * development or test. An unknown environment counts as production.
 *
 * @param isRequired the `requireAuthorization` option, which overrides the environment
 * @throws McpConfigurationError naming the seam and the option
 */
export function requireAuthorization(
  policy: Policy,
  transport: string,
  isRequired: boolean | undefined,
): void {
  if (!(isRequired ?? isProduction())) return;
  const why = isRequired
    ? '`requireAuthorization` is true'
    : 'NODE_ENV is neither "development" nor "test"';
  if (!policy.isConfigured) {
    throw refusal(`${transport} while tool calls are open`, 'give `authorizer`', why);
  }
  if (!policy.gatesReads) {
    const remedy = 'give the authorizer a method `authorizeRead`';
    throw refusal(`${transport} while reads are open`, remedy, why);
  }
}

/** Read when the guard runs, since the environment may be set after the import. */
export function isProduction(): boolean {
  const { NODE_ENV } = process.env;
  return NODE_ENV !== 'development' && NODE_ENV !== 'test';
}

const refusal = (problem: string, remedy: string, why: string): McpConfigurationError =>
  new McpConfigurationError(
    `McpModule would serve ${problem}: ${remedy} (allowAll() if everybody may), or set ` +
      `\`requireAuthorization: false\`. A policy is required because ${why}.`,
  );
