import type { FactoryProvider, InjectionToken, Provider, Type } from '@nestjs/common';
import { checkStaticOptions } from './check-options.js';
import type {
  McpFactoryOptions,
  McpModuleAsyncOptions,
  McpModuleOptions,
  McpOptionsFactory,
} from './mcp.options.js';
import { DEFAULT_SERVER_ID, optionsToken } from './mcp.tokens.js';
import type { HttpOptions } from './transports/http/http-options.interface.js';
import { McpConfigurationError } from './protocol/mcp-configuration.error.js';
import type { ResolvedOptions } from './resolve-options.js';
import { resolveOptions } from './resolve-options.js';

/** As a caller without types may give it: any of the ways, or several. */
interface Given {
  readonly id?: string;
  readonly useFactory?: unknown;
  readonly useClass?: unknown;
  readonly useExisting?: unknown;
  readonly inject?: unknown;
}

const STATIC_OPTIONS = ['id', 'isGlobal'];
const STATIC_HTTP_OPTIONS = ['path', 'decorators', 'guards', 'legacySse'];

/** What may stand beside a factory. */
const KNOWN: Readonly<Record<keyof McpModuleAsyncOptions, true>> = {
  id: true,
  isGlobal: true,
  http: true,
  imports: true,
  providers: true,
  useFactory: true,
  inject: true,
  useClass: true,
  useExisting: true,
};

/**
 * Providers of the options of `forRootAsync()`.
 *
 * @throws McpConfigurationError unless exactly one of the three ways is used
 */
export function asyncOptionsProviders(options: McpModuleAsyncOptions): Provider[] {
  const { id = DEFAULT_SERVER_ID, useFactory, useClass, useExisting, inject = [] }: Given = options;
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(KNOWN, name));
  if (unknown !== undefined) {
    throw new McpConfigurationError(
      `McpModule.forRootAsync() has no option ${unknown}; return it from the factory. Beside one stand ` +
        Object.keys(KNOWN).join(', '),
    );
  }
  checkStaticOptions(options);
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
      optionsProvider(id, inject as readonly unknown[], async (...args) =>
        resolve(await factory(...args)),
      ),
    ];
  }
  const token = (useExisting ?? useClass) as InjectionToken;
  const own: Provider[] = useClass === undefined ? [] : [useClass as Type<McpOptionsFactory>];
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
  given: McpFactoryOptions | undefined,
  { id, http }: McpModuleAsyncOptions,
): ResolvedOptions {
  refuseStatic({ ...given });
  const rest = given as Omit<McpModuleOptions, 'http'> & { readonly http?: HttpOptions };
  return resolveOptions({
    ...rest,
    id,
    http: http === false ? false : ({ ...http, ...given?.http } as HttpOptions),
  });
}

/** What stands beside the factory must not come from it as well: it would have no effect. */
function refuseStatic(given: Readonly<Record<string, unknown>>): void {
  const http = given.http === false ? 'http: false' : undefined;
  const ofHttp = STATIC_HTTP_OPTIONS.find((name) => memberOf(given.http, name) !== undefined);
  const late =
    STATIC_OPTIONS.find((name) => given[name] !== undefined) ?? (ofHttp ? `http.${ofHttp}` : http);
  if (late === undefined) return;
  throw new McpConfigurationError(
    `McpModule option ${late} came from a factory, but routes and injection tokens exist before ` +
      'factories run; put it beside the factory: forRootAsync({ id: …, http: { path: … }, useFactory: … })',
  );
}

const memberOf = (value: unknown, name: string): unknown =>
  (value as Readonly<Record<string, unknown>> | undefined)?.[name];
