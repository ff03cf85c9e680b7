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
import { CatalogueStore } from './registry/catalogue-store.js';
import { HandlerDefiner } from './registry/discovery/define-handlers.js';
import { Discovery } from './registry/discovery/discovery.js';
import { FeedRegistry } from './registry/feeds/feed-registry.js';
import { McpRegistry } from './registry/mcp-registry.js';
import { ApplicationParts } from './application-parts.js';
import { hasFallback } from './dispatch/hooks/fallback-hooks.js';
import type { ResolvedOptions } from './resolve-options.js';

/** What one server offers, and how it is found. */
export function catalogueProviders(id: string): Provider[] {
  const store = serverToken(CatalogueStore, id);
  return [
    { provide: store, useFactory: () => new CatalogueStore() },
    { provide: serverToken(FeedRegistry, id), useFactory: () => new FeedRegistry() },
    {
      provide: serverToken(Discovery, id),
      inject: [
        optionsToken(id),
        store,
        serverToken(FeedRegistry, id),
        ModulesContainer,
        MetadataScanner,
        ApplicationConfig,
        ExternalContextCreator,
        ModuleRef,
      ],
      useFactory: (
        { naming, nullableOptionalOutputs, discovery: scope }: ResolvedOptions,
        catalogue: CatalogueStore,
        feeds: FeedRegistry,
        modules: ModulesContainer,
        scanner: MetadataScanner,
        config: ApplicationConfig,
        creator: ExternalContextCreator,
        moduleRef: ModuleRef,
      ) => {
        const nest = { config, creator, moduleRef, injector: new Injector() };
        const definer = new HandlerDefiner(nest, naming, nullableOptionalOutputs);
        return new Discovery(modules, scanner, definer, catalogue, feeds, { id, scope });
      },
    },
    {
      provide: serverToken(McpRegistry, id),
      inject: [
        store,
        serverToken(Discovery, id),
        serverToken(ApplicationParts, id),
        optionsToken(id),
      ],
      useFactory: (
        catalogue: CatalogueStore,
        discovery: Discovery,
        application: ApplicationParts,
        { nullableOptionalOutputs, identity }: ResolvedOptions,
      ) =>
        new McpRegistry({
          catalogue,
          discovery,
          nullableOptionals: nullableOptionalOutputs,
          hasTasks: () => identity.capabilities.has('tasks'),
          hasFallback: (list) => hasFallback(application.hooks, list),
        }),
    },
  ];
}
