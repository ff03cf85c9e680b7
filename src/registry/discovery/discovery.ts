import type { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { DEFAULT_SERVER_ID, optionsToken } from '../../mcp.tokens.js';
import { McpConfigurationError } from '../../protocol/mcp-configuration.error.js';
import type { FeedRegistry } from '../feeds/feed-registry.js';
import type { McpRegistry } from '../mcp-registry.js';
import type { DecoratedMethod } from './decorated-method.interface.js';
import type { HandlerDefiner } from './define-handlers.js';
import { isFixedResource } from './define-handlers.js';
import { findDecoratedMethods } from './find-decorated-methods.js';

/** Fills one server's registry with the decorated methods of the application. */
export class Discovery {
  constructor(
    private readonly modules: ModulesContainer,
    private readonly scanner: MetadataScanner,
    private readonly definer: HandlerDefiner,
    private readonly registry: McpRegistry,
    private readonly feeds: FeedRegistry,
    private readonly serverId: string,
  ) {}

  /** @throws McpConfigurationError naming class and method of the first mistake */
  async run(): Promise<void> {
    this.requireOneServer();
    const methods = findDecoratedMethods(this.modules, this.scanner);
    for (const method of methods) await this.define(method);
    // Completers and feeds last: what they are for must be there.
    for (const method of methods) {
      await this.defineCompletion(method);
      await this.defineFeed(method);
    }
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

  private async define(method: DecoratedMethod): Promise<void> {
    const { tool, resource, prompt } = method.declarations;
    if (tool && this.serves(tool)) this.registry.addTool(await this.definer.tool(method, tool));
    if (prompt && this.serves(prompt)) {
      this.registry.addPrompt(await this.definer.prompt(method, prompt));
    }
    if (!resource || !this.serves(resource)) return;
    if (isFixedResource(resource, method.place)) {
      this.registry.addResource(await this.definer.fixedResource(method, resource));
    } else {
      this.registry.addResourceTemplate(await this.definer.resourceTemplate(method, resource));
    }
  }

  private async defineCompletion(method: DecoratedMethod): Promise<void> {
    const { completion } = method.declarations;
    if (!completion || !this.serves(completion)) return;
    this.registry.addCompletion(await this.definer.completion(method, completion));
  }

  private async defineFeed(method: DecoratedMethod): Promise<void> {
    const { feed } = method.declarations;
    if (!feed || !this.serves(feed)) return;
    this.feeds.add(await this.definer.feed(method, feed, this.registry));
  }

  private serves({ server = DEFAULT_SERVER_ID }: { server?: string | readonly string[] }): boolean {
    return typeof server === 'string' ? server === this.serverId : server.includes(this.serverId);
  }
}
