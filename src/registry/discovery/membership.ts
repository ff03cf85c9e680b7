import type { ModulesContainer } from '@nestjs/core';
import { DEFAULT_SERVER_ID, serverIds } from '../../mcp.tokens.js';
import { McpConfigurationError } from '../../protocol/mcp-configuration.error.js';
import type { ProviderHost } from '../handlers/provider-host.js';
import type { DecoratedMethod } from './decorated-method.interface.js';
import type { Feature } from './feature.js';
import { featuresOf, names, requireAllThere } from './feature.js';
import { findHosts } from './find-decorated-methods.js';

/** Where a server looks for decorated methods: everywhere, or only in what `forFeature()` names. */
export type DiscoveryScope = 'application' | 'features';

/** What a server knows of itself when it looks for its methods. */
export interface SeekingServer {
  readonly id: string;
  readonly scope: DiscoveryScope;
}

/**
 * Which decorated methods belong to one server: those whose decorator names it; of the others those
 * that `forFeature()` gives to it; and to the default server what nobody gives to any.
 */
export class Membership {
  private readonly features: readonly Feature[];
  private readonly known: readonly string[];

  /** @throws McpConfigurationError for what `forFeature()` names and the application does not have */
  constructor(
    modules: ModulesContainer,
    private readonly server: SeekingServer,
  ) {
    this.features = featuresOf(modules);
    this.known = serverIds(modules);
    if (this.features.length === 0) return;
    requireAllThere(this.features, findHosts([...modules.values()], new Set()), modules);
    for (const { servers } of this.features) {
      this.requireKnown(servers, 'McpModule.forFeature() names the server');
    }
  }

  /** True where the server looks at this class at all. */
  covers(host: ProviderHost): boolean {
    return this.server.scope === 'application' || this.features.some((one) => names(one, host));
  }

  /**
   * True for a declaration of the method that is this server's.
   *
   * @throws McpConfigurationError for a server that the application does not have
   */
  has({ server }: { server?: string | readonly string[] }, method: DecoratedMethod): boolean {
    const servers = server === undefined ? this.given(method.host) : [server].flat();
    const what =
      server === undefined
        ? `The decorator on ${method.place} names no server, which means`
        : `The decorator on ${method.place} names the server`;
    this.requireKnown(servers, what);
    return servers.includes(this.server.id);
  }

  private given(host: ProviderHost): readonly string[] {
    const features = this.features.filter((feature) => names(feature, host));
    return features.length === 0 ? [DEFAULT_SERVER_ID] : features.flatMap((one) => one.servers);
  }

  private requireKnown(servers: readonly string[], what: string): void {
    const unknown = servers.find((id) => !this.known.includes(id));
    if (unknown === undefined) return;
    throw new McpConfigurationError(
      `${what} "${unknown}", but McpModule is registered for ` +
        `${this.known.map((id) => `"${id}"`).join(', ')} only`,
    );
  }
}
