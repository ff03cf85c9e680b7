import type { Type } from '@nestjs/common';
import { McpConfigurationError } from '../../protocol/mcp-configuration.error.js';

/** Metadata that `@Module()` leaves on a class, even an empty one with any of these. */
const MODULE_KEYS = ['imports', 'providers', 'controllers', 'exports'];

/**
 * The root module in what a lazy import gave: the class itself, the default export, the export
 * `AppModule`, or the only exported module.
 *
 * @throws McpConfigurationError when there is none, or the choice is not clear
 */
export function findRootModule(loaded: object): Type<unknown> {
  if (isModule(loaded)) return loaded;
  const exported = Object.entries(loaded).filter((entry): entry is [string, Type<unknown>] =>
    isModule(entry[1]),
  );
  const named = new Map(exported);
  const modules = [...new Set(named.values())];
  const only = modules.length === 1 ? modules[0] : undefined;
  const found = named.get('default') ?? named.get('AppModule') ?? only;
  if (found !== undefined) return found;
  const names = exported.map(([name]) => name).join(', ') || 'none';
  throw new McpConfigurationError(
    `runMcpStdio: cannot tell the root module; modules exported: ${names}. ` +
      "Return the class itself: () => import('./app.module.js').then((file) => file.AppModule)",
  );
}

function isModule(value: unknown): value is Type<unknown> {
  return typeof value === 'function' && MODULE_KEYS.some((key) => Reflect.hasMetadata(key, value));
}
