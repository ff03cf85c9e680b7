import type { ApplicationConfig } from '@nestjs/core';
import { McpConfigurationError } from '../../protocol/mcp-configuration.error.js';
import { boundEnhancers, ENHANCER_KINDS, scopedGlobalEnhancers } from './enhancers.js';
import type { ProviderHost } from './provider-host.js';
import { isScoped } from './provider-host.js';

/**
 * Refuses a method whose enhancers Nest would silently leave out: some versions do not instantiate
 * class-typed guards of a class that is provided under another token, and none applies request-scoped
 * global ones there. A guard that does not run is an open door.
 *
 * @throws McpConfigurationError naming class, method, enhancer and remedy
 */
export function checkEnhancers(
  host: ProviderHost,
  method: object,
  place: string,
  config: ApplicationConfig,
): void {
  for (const kind of ENHANCER_KINDS) {
    for (const enhancer of boundEnhancers(kind, host.classRef, method)) {
      if (typeof enhancer === 'function' && !host.module.injectables.has(enhancer)) {
        throw dropped(host, place, `${enhancer.name} (${kind})`);
      }
    }
    if (scopedGlobalEnhancers(kind, config).length > 0 && !isScoped(host)) {
      throw dropped(host, place, `a request-scoped global enhancer (${kind})`);
    }
  }
}

function dropped(host: ProviderHost, place: string, enhancer: string): McpConfigurationError {
  const { name } = host.classRef;
  return new McpConfigurationError(
    `${place}: Nest would not run ${enhancer} here, because ${name} is provided under another token ` +
      `than its class. Remedy: list ${name} itself in \`providers\` (and add ` +
      `{ provide: TOKEN, useExisting: ${name} } where the token is needed), or bind an instance of the enhancer.`,
  );
}
