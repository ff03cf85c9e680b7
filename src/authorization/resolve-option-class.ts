import type { Type } from '@nestjs/common';
import type { ModuleRef } from '@nestjs/core';
import { McpConfigurationError } from '../protocol/mcp-configuration.error.js';

/**
 * The instance of a class given as an option, from the application's own container, where it sees the
 * application's providers.
 *
 * @throws McpConfigurationError naming option, class and remedy
 */
export function resolveOptionClass<T>(moduleRef: ModuleRef, cls: Type<T>, option: string): T {
  try {
    return moduleRef.get(cls, { strict: false });
  } catch (cause) {
    throw new McpConfigurationError(
      `McpModule option ${option}: ${cls.name} cannot be resolved. Remedy: list it in the \`providers\` ` +
        `of a module; it must not be request-scoped or transient. (${(cause as Error).message})`,
      { cause },
    );
  }
}
