import type { Provider } from '@nestjs/common';
import {
  ApplicationConfig,
  ExternalContextCreator,
  MetadataScanner,
  ModuleRef,
  ModulesContainer,
} from '@nestjs/core';
import { Injector } from '@nestjs/core/injector/injector.js';
import { optionsToken, serverToken } from './mcp.tokens.js';
import { HandlerDefiner } from './registry/discovery/define-handlers.js';
import { Discovery } from './registry/discovery/discovery.js';
import { McpRegistry } from './registry/mcp-registry.js';
import type { ResolvedOptions } from './resolve-options.js';

/** What one server offers, and how it is found. */
export function catalogueProviders(id: string): Provider[] {
  const registry = serverToken(McpRegistry, id);
  return [
    { provide: registry, useFactory: () => new McpRegistry() },
    {
      provide: serverToken(Discovery, id),
      inject: [
        optionsToken(id),
        registry,
        ModulesContainer,
        MetadataScanner,
        ApplicationConfig,
        ExternalContextCreator,
        ModuleRef,
      ],
      useFactory: (
        { naming, nullableOptionalOutputs }: ResolvedOptions,
        catalogue: McpRegistry,
        modules: ModulesContainer,
        scanner: MetadataScanner,
        config: ApplicationConfig,
        creator: ExternalContextCreator,
        moduleRef: ModuleRef,
      ) => {
        const nest = { config, creator, moduleRef, injector: new Injector() };
        const definer = new HandlerDefiner(nest, naming, nullableOptionalOutputs);
        return new Discovery(modules, scanner, definer, catalogue, id);
      },
    },
  ];
}
