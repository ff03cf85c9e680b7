import type { INestApplicationContext } from '@nestjs/common';
import { ApplicationConfig, ModulesContainer } from '@nestjs/core';
import { DEFAULT_SERVER_ID, optionsToken, serverToken } from '../mcp.tokens.js';
import type { Revision } from '../protocol/revisions/revision.interface.js';
import { McpRegistry } from '../registry/mcp-registry.js';
import type { ResolvedOptions } from '../resolve-options.js';
import { modulePath } from '../transports/http/module-path.js';
import { MemoryTransport } from '../transports/memory/memory-transport.js';
import type { McpTestClientOptions } from './mcp-test-client.interface.js';

/** What a client of tests learns from inside the application of the server it is to speak to. */
export class ServerUnderTest {
  private readonly id: string;

  constructor(
    private readonly app: INestApplicationContext,
    { server = DEFAULT_SERVER_ID }: McpTestClientOptions,
  ) {
    this.id = server;
  }

  get registry(): McpRegistry {
    return this.app.get<McpRegistry>(serverToken(McpRegistry, this.id), { strict: false });
  }

  get memoryTransport(): MemoryTransport {
    return this.app.get<MemoryTransport>(serverToken(MemoryTransport, this.id), { strict: false });
  }

  /**
   * Path of its endpoint. A prefix that excludes the endpoint cannot be seen here; tests give `path`
   * then.
   */
  get path(): string {
    const { http } = this.options;
    const prefix = this.app.get(ApplicationConfig, { strict: false }).getGlobalPrefix();
    const modules = this.app.get(ModulesContainer, { strict: false });
    const ofModule = modulePath(modules, optionsToken(this.id));
    return joinPath(prefix, ofModule, (http && http.path) || 'mcp');
  }

  /** @throws Error naming those there are, for a revision that is not served */
  revision(version: string | undefined): Revision {
    const { revisions } = this.options;
    const revision = version === undefined ? revisions.all[0] : revisions.find(version);
    if (revision !== undefined) return revision;
    const served = revisions.all.map((one) => one.version).join(', ');
    throw new Error(`the server does not offer ${version}; it offers ${served}`);
  }

  private get options(): ResolvedOptions {
    return this.app.get<ResolvedOptions>(optionsToken(this.id), { strict: false });
  }
}

const joinPath = (...parts: readonly string[]): string =>
  `/${parts.flatMap((part) => part.split('/').filter(Boolean)).join('/')}`;
