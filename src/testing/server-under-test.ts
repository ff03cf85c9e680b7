import type { INestApplicationContext } from '@nestjs/common';
import { ApplicationConfig, ModulesContainer } from '@nestjs/core';
import { PrincipalResolver } from '../authorization/principal-resolver.js';
import { DEFAULT_SERVER_ID, optionsToken, serverToken } from '../mcp.tokens.js';
import type { Revision } from '../protocol/revisions/revision.interface.js';
import { McpRegistry } from '../registry/mcp-registry.js';
import type { ResolvedOptions } from '../resolve-options.js';
import { mappedPaths } from '../transports/http/mapped-paths.js';
import { modulePath } from '../transports/http/module-path.js';
import type { MemoryLink } from '../transports/memory/memory-transport.js';
import { MemoryTransport } from '../transports/memory/memory-transport.js';
import type { McpTestClientOptions } from './mcp-test-client.interface.js';
import { McpTestError } from './mcp-test.error.js';
import type { TestExchange } from './test-link.interface.js';

/** What a client of tests learns from inside the application of the server it is to speak to. */
export class ServerUnderTest {
  private readonly id: string;
  private readonly options: ResolvedOptions;

  /** @throws McpTestError when the application has no such server */
  constructor(
    private readonly app: INestApplicationContext,
    private readonly given: McpTestClientOptions,
  ) {
    this.id = given.server ?? DEFAULT_SERVER_ID;
    this.options = this.findOptions();
  }

  get registry(): McpRegistry {
    return this.app.get<McpRegistry>(serverToken(McpRegistry, this.id), { strict: false });
  }

  /** The revision that was asked for, by default the newest. @throws McpTestError naming those there are */
  get revision(): Revision {
    const { revisions } = this.options;
    const { protocolVersion } = this.given;
    const revision =
      protocolVersion === undefined ? revisions.all[0] : revisions.find(protocolVersion);
    if (revision !== undefined) return revision;
    const served = revisions.all.map((one) => one.version).join(', ');
    throw new McpTestError(`the server does not offer ${protocolVersion}; it offers ${served}`);
  }

  /** @throws McpTestError when it is not served over HTTP, or the test names a principal */
  get path(): string {
    const [path] = this.paths;
    if (path === undefined) {
      throw new McpTestError('the server is not served over HTTP (http: false): use inMemory()');
    }
    if (this.given.principal !== undefined) {
      throw new McpTestError(
        'principal is for inMemory(): over HTTP your guards say who calls, so give headers',
      );
    }
    return this.given.path ?? path;
  }

  /** A link inside this process, for whoever the test says it is. */
  connect(): MemoryLink {
    const token = serverToken(MemoryTransport, this.id);
    const transport = this.app.get<MemoryTransport>(token, { strict: false });
    const principals = new PrincipalResolver(this.options.principals);
    return transport.connect(principals.identify(this.given.principal));
  }

  /** Names of what there is, whoever may see it. */
  get catalogue(): readonly string[] {
    const { tools, prompts, resources } = this.registry.catalogue;
    return [
      `tools there are: ${listed(tools.map(({ name }) => name))}`,
      `prompts there are: ${listed(prompts.map(({ name }) => name))}`,
      `resources there are: ${listed(resources.map(({ uri }) => uri))}`,
    ];
  }

  /** Why nothing may have answered over HTTP, as lines. */
  explain({ status, response }: TestExchange): readonly string[] {
    if (status !== 404 || response !== undefined) return [];
    const { path: tried = this.paths[0] } = this.given;
    const lines = [`tried: ${tried}; the server's paths are ${this.paths.join(', ')}`];
    return tried === this.paths[0] ? [...lines, 'was app.init() or app.listen() awaited?'] : lines;
  }

  /** As Nest maps them, the endpoint first; none where it is not served over HTTP. */
  private get paths(): readonly string[] {
    const { http } = this.options;
    if (http === false) return [];
    const config = this.app.get(ApplicationConfig, { strict: false });
    const modules = this.app.get(ModulesContainer, { strict: false });
    const below = modulePath(modules, optionsToken(this.id));
    const { endpoint, legacySse } = mappedPaths(http, config, below);
    return legacySse === undefined ? [endpoint] : [endpoint, legacySse];
  }

  private findOptions(): ResolvedOptions {
    try {
      return this.app.get<ResolvedOptions>(optionsToken(this.id), { strict: false });
    } catch (cause) {
      const message = `the application has no MCP server ${JSON.stringify(this.id)}: is McpModule imported, with this id?`;
      throw new McpTestError(message, { cause });
    }
  }
}

const listed = (names: readonly string[]): string => names.join(', ') || 'none';
