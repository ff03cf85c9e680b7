import type { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { ModuleRef } from '@nestjs/core';
import type { Module } from '@nestjs/core/injector/module.js';
import { optionsToken } from '../../mcp.tokens.js';
import { McpConfigurationError } from '../../protocol/mcp-configuration.error.js';
import { CatalogueStore } from '../catalogue-store.js';
import type {
  CompletionDefinition,
  DefinitionSet,
  PromptDefinition,
  ResourceDefinition,
  ResourceTemplateDefinition,
  ToolDefinition,
} from '../definitions.interface.js';
import type { FeedDefinition } from '../feeds/feed-definition.interface.js';
import type { FeedRegistry } from '../feeds/feed-registry.js';
import { OverlayCatalogue } from '../overlay-catalogue.js';
import type { ProviderHost } from '../handlers/provider-host.js';
import type { ResourceOptions } from '../../decorators/resource-options.interface.js';
import type { DecoratedMethod } from './decorated-method.interface.js';
import type { HandlerDefiner } from './define-handlers.js';
import { isFixedResource } from './define-handlers.js';
import { findHosts, methodsOf, sharedInstance } from './find-decorated-methods.js';
import type { SeekingServer } from './membership.js';
import { Membership } from './membership.js';

/**
 * Fills one server's catalogue with the decorated methods of the application. Every module is scanned
 * once; a scan that finds a mistake counts as none.
 */
export class Discovery {
  private readonly scanned = new WeakSet<Module>();
  /** Instances whose methods are in the catalogue. */
  private readonly known = new WeakSet<object>();

  constructor(
    private readonly modules: ModulesContainer,
    private readonly scanner: MetadataScanner,
    private readonly definer: HandlerDefiner,
    private readonly catalogue: CatalogueStore,
    private readonly feeds: FeedRegistry,
    private readonly server: SeekingServer,
  ) {}

  /**
   * Adds what all modules of the application declare.
   *
   * @throws McpConfigurationError naming class and method of the first mistake
   */
  async scanAll(): Promise<DefinitionSet> {
    this.requireOneServer();
    return this.add([...this.modules.values()]);
  }

  /**
   * Adds what one module declares, and modules that it imports.
   *
   * @throws McpConfigurationError as above, or when the application has no such module
   */
  async scan(moduleRef: ModuleRef): Promise<DefinitionSet> {
    const module = [...this.modules.values()].find(
      ({ providers }) => providers.get(ModuleRef)?.instance === moduleRef,
    );
    if (module === undefined) {
      throw new McpConfigurationError(
        'scan() needs the ModuleRef of a module of this application, such as LazyModuleLoader.load() gives',
      );
    }
    return this.add(withImports(module));
  }

  private async add(modules: readonly Module[]): Promise<DefinitionSet> {
    const unscanned = modules.filter((module) => !this.scanned.has(module));
    const membership = new Membership(this.modules, this.server);
    const hosts = findHosts(unscanned, this.known).filter((host) => membership.covers(host));
    const methods = hosts.flatMap((host) => methodsOf(host, this.scanner));
    const found = await this.define(methods, membership);
    const feeds = await this.defineFeeds(methods, found, membership);
    // Nothing is added unless everything can be.
    this.feeds.requireFree(feeds);
    this.catalogue.add(found);
    this.feeds.add(feeds);
    for (const module of unscanned) this.scanned.add(module);
    for (const host of hosts) this.remember(host);
    return found;
  }

  private remember(host: ProviderHost): void {
    const instance = sharedInstance(host);
    if (instance !== undefined) this.known.add(instance);
  }

  /** Two registrations of one id would share the route and split the catalogue. */
  private requireOneServer(): void {
    const token = optionsToken(this.server.id);
    const owners = [...this.modules.values()].filter(({ providers }) => providers.has(token));
    if (owners.length <= 1) return;
    throw new McpConfigurationError(
      `McpModule is registered ${owners.length} times for the server id "${this.server.id}". ` +
        'Register it once, or give each server an `id` and a path of its own.',
    );
  }

  private async define(
    methods: readonly DecoratedMethod[],
    membership: Membership,
  ): Promise<Found> {
    const found: Found = {
      tools: [],
      resources: [],
      resourceTemplates: [],
      prompts: [],
      completions: [],
    };
    for (const method of methods) await this.defineMethod(method, found, membership);
    return found;
  }

  private async defineMethod(
    method: DecoratedMethod,
    found: Found,
    membership: Membership,
  ): Promise<void> {
    const { tool, resource, prompt, completion } = method.declarations;
    if (tool && membership.has(tool, method)) {
      found.tools.push(await this.definer.tool(method, tool));
    }
    if (prompt && membership.has(prompt, method)) {
      found.prompts.push(await this.definer.prompt(method, prompt));
    }
    if (resource && membership.has(resource, method)) {
      await this.defineResource(method, resource, found);
    }
    if (completion && membership.has(completion, method)) {
      found.completions.push(await this.definer.completion(method, completion));
    }
  }

  private async defineResource(
    method: DecoratedMethod,
    resource: ResourceOptions,
    found: Found,
  ): Promise<void> {
    if (isFixedResource(resource, method.place)) {
      found.resources.push(await this.definer.fixedResource(method, resource));
    } else {
      found.resourceTemplates.push(await this.definer.resourceTemplate(method, resource));
    }
  }

  /** What they are for must be there, or come with them. */
  private async defineFeeds(
    methods: readonly DecoratedMethod[],
    found: DefinitionSet,
    membership: Membership,
  ): Promise<readonly FeedDefinition[]> {
    const added = new CatalogueStore();
    added.add({ ...found, completions: [] });
    const catalogue = new OverlayCatalogue(this.catalogue, added);
    const feeds: FeedDefinition[] = [];
    for (const method of methods) {
      const { feed } = method.declarations;
      if (feed && membership.has(feed, method)) {
        feeds.push(await this.definer.feed(method, feed, catalogue));
      }
    }
    return feeds;
  }
}

/** A module and all that it imports, however deep. */
function withImports(module: Module): readonly Module[] {
  const modules = new Set([module]);
  // A Set goes on to what is added while it is walked.
  for (const { imports } of modules) for (const imported of imports) modules.add(imported);
  return [...modules];
}

/** A `DefinitionSet` that is being gathered. */
interface Found {
  readonly tools: ToolDefinition[];
  readonly resources: ResourceDefinition[];
  readonly resourceTemplates: ResourceTemplateDefinition[];
  readonly prompts: PromptDefinition[];
  readonly completions: CompletionDefinition[];
}
