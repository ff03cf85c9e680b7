import type { Type } from '@nestjs/common';
import type { ModulesContainer } from '@nestjs/core';
import { McpConfigurationError } from '../../protocol/mcp-configuration.error.js';
import { normalPath } from './path-segments.js';

/** Where a controller says which server it is of, and where it answers. */
const CLAIM = 'nest-mcp:paths';

interface PathClaim {
  readonly server: string;
  readonly paths: readonly string[];
}

/** Notes at which paths a controller of a server answers. */
export function claimPaths(controller: Type<object>, claim: PathClaim): void {
  Reflect.defineMetadata(CLAIM, claim, controller);
}

/**
 * Refuses two servers at one path: the web framework would give every request to the first of them,
 * or fail in words of its own.
 *
 * @throws McpConfigurationError naming both servers and the path
 */
export function requireOwnPaths(modules: ModulesContainer): void {
  const owners = new Map<string, string>();
  for (const { server, paths } of claimsIn(modules)) {
    for (const path of paths) {
      const owner = owners.get(normalPath(path)) ?? server;
      if (owner !== server) throw conflict(owner, server, path);
      owners.set(normalPath(path), server);
    }
  }
}

function claimsIn(modules: ModulesContainer): readonly PathClaim[] {
  return [...modules.values()]
    .flatMap(({ controllers }) => [...controllers.values()])
    .map(({ metatype }) => metatype && (Reflect.getMetadata(CLAIM, metatype) as unknown))
    .filter((claim): claim is PathClaim => claim !== null && claim !== undefined);
}

const conflict = (first: string, second: string, path: string): McpConfigurationError =>
  new McpConfigurationError(
    `McpModule: the servers "${first}" and "${second}" would both answer at the path "${path}". ` +
      'Give each paths of its own with http.path and http.legacySse.',
  );
