import type { INestApplication, ModuleMetadata, NestApplicationOptions } from '@nestjs/common';
import { Module } from '@nestjs/common';
import type { AbstractHttpAdapter } from '@nestjs/core';
import { NestFactory } from '@nestjs/core';
import type { McpModuleOptions } from 'nest-mcp';
import { McpModule } from 'nest-mcp';

/** What an application is created of. */
export interface CreatedAppOptions {
  readonly adapter: AbstractHttpAdapter;
  readonly metadata: ModuleMetadata;
  /** Options of the MCP server besides its name. */
  readonly mcp?: Partial<McpModuleOptions>;
  /** Options of `NestFactory.create()`. */
  readonly create?: NestApplicationOptions;
  readonly configure?: (app: INestApplication) => void;
}

@Module({})
class RootModule {}

/** An application made by `NestFactory`, as a `main.ts` does, listening on a free port. */
export async function bootCreatedApp(options: CreatedAppOptions): Promise<INestApplication> {
  const { adapter, metadata, mcp, create, configure } = options;
  const app = await NestFactory.create(
    {
      module: RootModule,
      ...metadata,
      imports: [McpModule.forRoot({ name: 'test', ...mcp }), ...(metadata.imports ?? [])],
    },
    adapter,
    { logger: false, ...create },
  );
  configure?.(app);
  await app.listen(0, '127.0.0.1');
  return app;
}
