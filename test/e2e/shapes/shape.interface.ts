import type { INestApplication, ModuleMetadata, NestApplicationOptions } from '@nestjs/common';
import type { AbstractHttpAdapter } from '@nestjs/core';
import type { McpModuleOptions } from 'nest-mcp';

/** What an application does to itself before it starts, on one platform. */
export type Configure = (app: INestApplication) => unknown;

/** What differs between the platforms. */
export interface ShapeOnPlatform {
  readonly configure?: Configure;
  readonly createAdapter?: () => AbstractHttpAdapter;
}

/** One way to write the application around an MCP server. */
export interface Shape {
  readonly shape: string;
  /** The one platform that can do this; default both. */
  readonly on?: 'Express' | 'Fastify';
  /** Where the MCP endpoint is; default `/mcp`. */
  readonly path?: string;
  /** Where the route of the application is; default `/greetings`. */
  readonly rest?: string;
  /** Headers that a client of the route sends. */
  readonly restHeaders?: Readonly<Record<string, string>>;
  /** Headers that an MCP client sends with everything. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly metadata?: ModuleMetadata;
  readonly mcp?: Partial<McpModuleOptions>;
  readonly create?: NestApplicationOptions;
  readonly configure?: Configure;
  readonly Express?: ShapeOnPlatform;
  readonly Fastify?: ShapeOnPlatform;
  /** Headers that every answer has, of the endpoint and of the application. */
  readonly answered?: Readonly<Record<string, string>>;
}
