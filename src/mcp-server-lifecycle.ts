import type { Logger, OnApplicationShutdown, OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import type { HttpAdapterHost, ModulesContainer } from '@nestjs/core';
import type { ApplicationParts } from './application-parts.js';
import { requireAuthorization } from './authorization/deployment-guard.js';
import { privateAnyway } from './private-anyway.js';
import { settleIdentity } from './settle-identity.js';
import { requireAuthorizerFor } from './authorization/sensitive-tools.js';
import type { McpDispatcher } from './dispatch/mcp-dispatcher.js';
import type { McpTelemetry } from './dispatch/telemetry/mcp-telemetry.js';
import type { SkillResources } from './dispatch/skills/skill-resources.js';
import { McpConfigurationError } from './protocol/mcp-configuration.error.js';
import type { McpRegistry } from './registry/mcp-registry.js';
import type { ResolvedOptions } from './resolve-options.js';
import type { SessionKeeper } from './sessions/session-keeper.js';
import type { SessionRegistry } from './sessions/session-registry.js';
import type { ServedTransports } from './transports/served-transports.js';
import type { HttpGate } from './transports/http/http-gate.js';
import { requireOwnPaths } from './transports/http/path-claims.js';
import type { SessionRecovery } from './transports/http/session-recovery.js';
import type { SseConnections } from './transports/legacy-sse/sse-connections.js';

/** The parts that start and stop. */
export interface LifecycleParts {
  readonly options: ResolvedOptions;
  readonly registry: McpRegistry;
  readonly dispatcher: McpDispatcher;
  readonly telemetry: McpTelemetry;
  readonly sessions: SessionRegistry;
  readonly keeper: SessionKeeper;
  readonly recovery: SessionRecovery;
  readonly sseConnections: SseConnections;
  readonly gate: HttpGate;
  readonly application: ApplicationParts;
  readonly adapterHost: HttpAdapterHost;
  readonly modules: ModulesContainer;
  readonly served: ServedTransports;
  /** Absent: the server has none. */
  readonly skills: SkillResources | undefined;
  readonly logger: Logger;
}

/**
 * Starts and stops one server with the application. Everything that can be wrong is found in
 * `onModuleInit`, before anything listens. Streams end in `onModuleDestroy`: later hooks wait for
 * connections that open streams would keep alive.
 */
export class McpServerLifecycle implements OnModuleInit, OnModuleDestroy, OnApplicationShutdown {
  /** @throws McpConfigurationError, since routes are made before `onModuleInit` */
  constructor(private readonly parts: LifecycleParts) {
    requireOwnPaths(parts.modules);
  }

  async onModuleInit(): Promise<void> {
    const { registry, options, application, logger } = this.parts;
    const { catalogue } = registry;
    application.resolve();
    await application.instrumentation?.start();
    await registry.load();
    await settleIdentity(application.hooks, options, catalogue.tools);
    await this.openSkills();
    this.checkAuthorization();
    const { name, version } = options.identity.info;
    const resources = catalogue.resources.length + catalogue.resourceTemplates.length;
    logger.log(
      `Server "${name}" ${version}: ${catalogue.tools.length} tools, ${resources} resources, ` +
        `${catalogue.prompts.length} prompts`,
    );
    this.sayWhatStaysPrivate();
    this.sayWhoMayCall();
    this.sayWhatIsNotOffered();
  }

  /** Hooks may have switched off what skills are read by. */
  private async openSkills(): Promise<void> {
    const { skills, options } = this.parts;
    if (skills === undefined) return;
    if (!options.identity.capabilities.has('resources')) {
      throw new McpConfigurationError(
        'McpModule option skills needs the capability `resources`, which hooks.serverCapabilities() ' +
          'switches off; leave it on there',
      );
    }
    await skills.open();
  }

  /** A hint that is not sent as it is configured should be found by the name of the option. */
  private sayWhatStaysPrivate(): void {
    const { options, application, logger } = this.parts;
    for (const { method, why } of privateAnyway(options.cacheHints, application)) {
      logger.warn(
        `cacheHints['${method}'] is public, but is sent as private, since ${why}. Say private there`,
      );
    }
  }

  /** A page or host that is refused later should be found by the name of the option. */
  private sayWhoMayCall(): void {
    const { options, logger } = this.parts;
    if (!this.isBound() || options.http === false) return;
    const { publicUrl, allowedOrigins = [], allowedHosts } = options.http;
    const origins = [publicUrl, ...allowedOrigins].filter((origin) => origin !== undefined);
    logger.log(
      `Browser pages may call from ${['its own origin', ...origins].join(', ')} (http.allowedOrigins); ` +
        `hosts: ${allowedHosts?.join(', ') ?? 'any, on a loopback socket only loopback names'} (http.allowedHosts)`,
    );
  }

  /** Tools that ask work everywhere else, so this must not be found out by failing calls. */
  private sayWhatIsNotOffered(): void {
    const { options, logger } = this.parts;
    if (!this.isBound() || options.sessions !== false || options.revisions.legacy.length === 0) {
      return;
    }
    logger.log(
      'Clients up to 2025-11-25 have no sessions over HTTP (sessions: false): they are asked nothing, ' +
        'hear of no changes and get no log messages',
    );
  }

  private checkAuthorization(): void {
    const { registry, application, options } = this.parts;
    // What follows a live source is judged at every call.
    const tools = registry.catalogue.tools.filter(({ derived }) => derived !== true);
    requireAuthorizerFor(tools, application.policy.exists);
    if (!this.isBound()) return;
    const { requireAuthorization: isRequired } = options.authorization;
    requireAuthorization(application.policy, 'Streamable HTTP', isRequired);
  }

  /** There is no adapter in an application context, where nothing can be bound. */
  private isBound(): boolean {
    const { adapterHost, options, served } = this.parts;
    return served.http && options.http !== false && Boolean(adapterHost.httpAdapter);
  }

  async onModuleDestroy(): Promise<void> {
    const { gate, dispatcher, sessions, keeper, recovery, sseConnections, options, skills } =
      this.parts;
    gate.close();
    await dispatcher.drain(options.limits.shutdownGraceMs);
    skills?.close();
    // What sessions are is saved as it is before they end.
    await keeper.flush();
    sessions.close();
    sseConnections.close();
    recovery.close();
    keeper.close();
  }

  /** By now every stream and connection is closed, of which telemetry tells too. */
  onApplicationShutdown(): void {
    this.parts.telemetry.close();
  }
}
