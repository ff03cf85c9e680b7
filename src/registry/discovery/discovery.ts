import type { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { DEFAULT_SERVER_ID, optionsToken } from '../../mcp.tokens.js';
import { McpConfigurationError } from '../../protocol/mcp-configuration.error.js';
import type { CatalogueStore } from '../catalogue-store.js';
import type {
  CompletionDefinition,
  PromptDefinition,
  ResourceDefinition,
  ResourceTemplateDefinition,
  ToolDefinition,
} from '../definitions.interface.js';
import type { DecoratedMethod } from './decorated-method.interface.js';
import type { HandlerDefiner } from './define-handlers.js';
import { isFixedResource } from './define-handlers.js';
import { findDecoratedMethods } from './find-decorated-methods.js';

/** Fills one server's catalogue with the decorated methods of the application. */
export class Discovery {
  constructor(
    private readonly modules: ModulesContainer,
    private readonly scanner: MetadataScanner,
    private readonly definer: HandlerDefiner,
    private readonly catalogue: CatalogueStore,
    private readonly serverId: string,
  ) {}

  /** @throws McpConfigurationError naming class and method of the first mistake */
  async run(): Promise<void> {
    this.requireOneServer();
    const methods = findDecoratedMethods(this.modules, this.scanner);
    this.catalogue.add(await this.define(methods));
  }

  /** Two registrations of one id would share the route and split the catalogue. */
  private requireOneServer(): void {
    const token = optionsToken(this.serverId);
    const owners = [...this.modules.values()].filter(({ providers }) => providers.has(token));
    if (owners.length <= 1) return;
    throw new McpConfigurationError(
      `McpModule is registered ${owners.length} times for the server id "${this.serverId}". ` +
        'Register it once, or give each server an `id` and a path of its own.',
    );
  }

  private async define(methods: readonly DecoratedMethod[]): Promise<Found> {
    const found: Found = {
      tools: [],
      resources: [],
      resourceTemplates: [],
      prompts: [],
      completions: [],
    };
    for (const method of methods) await this.defineMethod(method, found);
    return found;
  }

  private async defineMethod(method: DecoratedMethod, found: Found): Promise<void> {
    const { tool, prompt, completion } = method.declarations;
    if (tool && this.serves(tool)) found.tools.push(await this.definer.tool(method, tool));
    if (prompt && this.serves(prompt)) {
      found.prompts.push(await this.definer.prompt(method, prompt));
    }
    await this.defineResource(method, found);
    if (completion && this.serves(completion)) {
      found.completions.push(await this.definer.completion(method, completion));
    }
  }

  private async defineResource(method: DecoratedMethod, found: Found): Promise<void> {
    const { resource } = method.declarations;
    if (!resource || !this.serves(resource)) return;
    if (isFixedResource(resource, method.place)) {
      found.resources.push(await this.definer.fixedResource(method, resource));
    } else {
      found.resourceTemplates.push(await this.definer.resourceTemplate(method, resource));
    }
  }

  private serves({ server = DEFAULT_SERVER_ID }: { server?: string | readonly string[] }): boolean {
    return typeof server === 'string' ? server === this.serverId : server.includes(this.serverId);
  }
}

/** A `DefinitionSet` that is being gathered. */
interface Found {
  readonly tools: ToolDefinition[];
  readonly resources: ResourceDefinition[];
  readonly resourceTemplates: ResourceTemplateDefinition[];
  readonly prompts: PromptDefinition[];
  readonly completions: CompletionDefinition[];
}
