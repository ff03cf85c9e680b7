import { RequestMethod, VERSION_NEUTRAL } from '@nestjs/common';
import type { ApplicationConfig } from '@nestjs/core';
import { RoutePathFactory } from '@nestjs/core/router/route-path-factory.js';
import { legacySsePaths } from './endpoint-paths.js';
import type { HttpOptions } from './http-options.interface.js';

/** Where Nest serves the transports of a server: `/api/mcp`. */
export interface MappedPaths {
  readonly endpoint: string;
  /** The event stream of HTTP+SSE; `undefined` where it is not served. */
  readonly legacySse: string | undefined;
}

/**
 * The paths as Nest maps them, with the global prefix unless it leaves them out.
 *
 * @param config complete, as it is once the application initializes
 * @param modulePath what `RouterModule` puts before them
 */
export function mappedPaths(
  http: HttpOptions,
  config: ApplicationConfig,
  modulePath: string,
): MappedPaths {
  const factory = new RoutePathFactory(config);
  const pathOf = (path: string, method: RequestMethod): string => {
    const route = {
      modulePath,
      ctrlPath: `/${path}`,
      globalPrefix: config.getGlobalPrefix() && `/${config.getGlobalPrefix()}`,
      controllerVersion: VERSION_NEUTRAL,
      versioningOptions: config.getVersioning(),
    } as const;
    return (factory.create(route, method)[0] ?? path).replace(/\/{2,}/g, '/');
  };
  const legacySse = legacySsePaths(http);
  return {
    endpoint: pathOf(http.path ?? 'mcp', RequestMethod.POST),
    legacySse: legacySse && pathOf(legacySse.path, RequestMethod.GET),
  };
}
