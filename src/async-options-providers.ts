import type { FactoryProvider, InjectionToken, Provider } from '@nestjs/common';
import type { McpFactoryOptions, McpModuleAsyncOptions, McpOptionsFactory } from './mcp.options.js';
import { DEFAULT_SERVER_ID, optionsToken } from './mcp.tokens.js';
import { McpConfigurationError } from './protocol/mcp-configuration.error.js';
import type { ResolvedOptions } from './resolve-options.js';
import { resolveOptions } from './resolve-options.js';

const STATIC_HTTP_OPTIONS = ['path', 'decorators', 'guards'] as const;

/**
 * Providers of the options of `forRootAsync()`.
 *
 * @throws McpConfigurationError unless exactly one of the three ways is used
 */
export function asyncOptionsProviders(options: McpModuleAsyncOptions): Provider[] {
  const { id = DEFAULT_SERVER_ID, useFactory, useClass, useExisting, inject = [] } = options;
  const ways = [useFactory, useClass, useExisting].filter((way) => way !== undefined);
  if (ways.length !== 1) {
    throw new McpConfigurationError(
      'McpModule.forRootAsync() needs exactly one of useFactory, useClass and useExisting',
    );
  }
  const extra = options.providers ?? [];
  const resolve = (given: McpFactoryOptions): ResolvedOptions => resolveFactory(given, options);
  if (useFactory !== undefined) {
    const factory = useFactory as (...args: unknown[]) => McpFactoryOptions;
    return [
      ...extra,
      optionsProvider(id, inject, async (...args) => resolve(await factory(...args))),
    ];
  }
  const token = (useExisting ?? useClass) as InjectionToken;
  const own: Provider[] = useClass === undefined ? [] : [useClass];
  const create = async (factory: unknown) =>
    resolve(await (factory as McpOptionsFactory).createMcpOptions());
  return [...extra, ...own, optionsProvider(id, [token], create)];
}

function optionsProvider(
  id: string,
  inject: readonly unknown[],
  useFactory: (...args: unknown[]) => Promise<ResolvedOptions>,
): Provider {
  return {
    provide: optionsToken(id),
    inject: [...inject] as NonNullable<FactoryProvider['inject']>,
    useFactory,
  };
}

function resolveFactory(
  given: McpFactoryOptions,
  { id, http }: McpModuleAsyncOptions,
): ResolvedOptions {
  for (const name of STATIC_HTTP_OPTIONS) {
    if (given.http && name in given.http) {
      throw new McpConfigurationError(
        `McpModule option http.${name} came from a factory, but routes exist before factories run; ` +
          `put it beside the factory: forRootAsync({ http: { ${name}: … }, useFactory: … })`,
      );
    }
  }
  return resolveOptions({
    ...given,
    id,
    http: http === false ? false : { ...http, ...given.http },
  });
}
