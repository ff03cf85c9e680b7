import type { ModuleMetadata } from '@nestjs/common';
import type { McpModuleOptions } from 'nest-mcp';
import { McpConfigurationError } from 'nest-mcp';
import { bootContext } from './boot-app.js';

/**
 * The message with which an application refuses to boot.
 *
 * @throws Error when it boots, or fails with anything but a configuration error
 */
export async function bootError(
  metadata: ModuleMetadata,
  mcp?: Partial<McpModuleOptions>,
): Promise<string> {
  const app = await bootContext(metadata, mcp).catch((error: unknown) => error);
  if (app instanceof McpConfigurationError) return app.message;
  if (app instanceof Error) throw app;
  await (app as Awaited<ReturnType<typeof bootContext>>).close();
  throw new Error('the application boots');
}
