import type { INestApplication, ModuleMetadata, NestApplicationOptions } from '@nestjs/common';
import type { AbstractHttpAdapter } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import type { McpModuleOptions } from 'nest-mcp';
import { McpModule } from 'nest-mcp';
import { silentLogger } from './silent-logger.js';

/** A web framework an application runs on. */
export interface Platform {
  readonly platform: string;
  readonly createAdapter: () => AbstractHttpAdapter;
}

/** Every web framework that is supported, for `describe.each`. */
export const PLATFORMS: readonly Platform[] = [
  { platform: 'Express', createAdapter: () => new ExpressAdapter() },
  { platform: 'Fastify', createAdapter: () => new FastifyAdapter() },
];

/** The newest revision of each protocol era, for `it.each`. */
export const ERAS = ['2025-11-25', '2026-07-28'] as const;

/** What an application has besides its module. */
export interface BootOptions {
  /** Options of the MCP server besides its name. */
  readonly mcp?: Partial<McpModuleOptions>;
  /** Options of the application. */
  readonly create?: NestApplicationOptions;
  /** What `main.ts` does between creating and starting the application. */
  readonly configure?: (app: INestApplication) => void;
  /** Where to listen, for one that comes back; by default a free port. */
  readonly port?: number;
}

/** An application with an MCP server and these parts, listening on a free port. */
export async function bootApp(
  { createAdapter }: Pick<Platform, 'createAdapter'>,
  metadata: ModuleMetadata,
  { mcp, create, configure, port = 0 }: BootOptions = {},
): Promise<INestApplication> {
  const testing = await Test.createTestingModule(withServer(metadata, mcp)).compile();
  const app = testing.createNestApplication(createAdapter(), { logger: false, ...create });
  configure?.(app);
  return app.listen(port, '127.0.0.1').then(() => app);
}

/** The same without a web framework, for what does not depend on one. */
export async function bootContext(metadata: ModuleMetadata, mcp?: Partial<McpModuleOptions>) {
  const testing = await Test.createTestingModule(withServer(metadata, mcp))
    .setLogger(silentLogger)
    .compile();
  return testing.init();
}

function withServer(
  { imports = [], ...rest }: ModuleMetadata,
  mcp: Partial<McpModuleOptions> = {},
): ModuleMetadata {
  return { ...rest, imports: [McpModule.forRoot({ name: 'test', ...mcp }), ...imports] };
}
