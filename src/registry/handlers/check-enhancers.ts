import type { ApplicationConfig } from '@nestjs/core';
import { McpConfigurationError } from '../../protocol/mcp-configuration.error.js';
import { boundEnhancers, ENHANCER_KINDS, scopedGlobalEnhancers } from './enhancers.js';
import type { PipelineTarget } from './nest-pipeline.js';
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
  { host, implementation, parameters }: PipelineTarget,
  place: string,
  config: ApplicationConfig,
): void {
  const ofParameters = parameters.slots.flatMap(({ pipes }) => pipes);
  for (const kind of ENHANCER_KINDS) {
    const bound = boundEnhancers(kind, host.classRef, implementation);
    for (const enhancer of kind === 'pipes' ? [...bound, ...ofParameters] : bound) {
      if (typeof enhancer === 'function' && !host.module.injectables.has(enhancer)) {
        throw dropped(host, place, `${enhancer.name} (${kind})`);
      }
    }
    if (scopedGlobalEnhancers(kind, config).length > 0 && !isScoped(host)) {
      throw dropped(host, place, `a request-scoped or transient global enhancer (${kind})`);
    }
  }
}

function dropped(host: ProviderHost, place: string, enhancer: string): McpConfigurationError {
  const { name } = host.classRef;
  return new McpConfigurationError(
    `${place}: Nest would not run ${enhancer} here, because ${name} is provided as a value, by a ` +
      'factory or under another token, or because another decorator replaced the method. ' +
      `Remedy: list ${name} itself in \`providers\` (and add { provide: TOKEN, useExisting: ${name} } ` +
      'where the token is needed), write decorators that replace the method below all others, or ' +
      'bind an instance of the enhancer.',
  );
}
