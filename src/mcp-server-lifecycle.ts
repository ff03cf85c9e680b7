import type {
  Logger,
  OnApplicationBootstrap,
  OnApplicationShutdown,
  OnModuleDestroy,
  OnModuleInit,
} from '@nestjs/common';
import type {
  ApplicationConfig,
  HttpAdapterHost,
  ModulesContainer,
  SerializedGraph,
} from '@nestjs/core';
import type { ApplicationParts } from './application-parts.js';
import { requireAuthorization } from './authorization/deployment-guard.js';
import { settleIdentity } from './settle-identity.js';
import { describeInGraph, nameParts } from './start-up/describe-in-graph.js';
import { StartUpReport } from './start-up-report.js';
import { requireAuthorizerFor } from './authorization/sensitive-tools.js';
import type { McpDispatcher } from './dispatch/mcp-dispatcher.js';
import type { McpTelemetry } from './dispatch/telemetry/mcp-telemetry.js';
import type { SkillResources } from './dispatch/skills/skill-resources.js';
import { McpConfigurationError } from './protocol/mcp-configuration.error.js';
import type { McpRegistry } from './registry/mcp-registry.js';
import type { ResolvedOptions } from './resolve-options.js';
import type { SkillLibrary } from './skills/skill-library.js';
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
  readonly config: ApplicationConfig;
  readonly graph: SerializedGraph;
  readonly served: ServedTransports;
  /** Absent: the server has none; so are the skills. */
  readonly library: SkillLibrary | undefined;
  readonly skills: SkillResources | undefined;
  readonly logger: Logger;
}

/**
 * Starts and stops one server with the application. Everything that can be wrong is found in
 * `onModuleInit`, before anything listens. Streams end in `onModuleDestroy`: later hooks wait for
 * connections that open streams would keep alive.
 */
export class McpServerLifecycle
  implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown
{
  /** @throws McpConfigurationError, since routes are made before `onModuleInit` */
  constructor(private readonly parts: LifecycleParts) {
    requireOwnPaths(parts.modules);
  }

  async onModuleInit(): Promise<void> {
    const { registry, options, application } = this.parts;
    const { catalogue } = registry;
    application.resolve();
    await application.instrumentation?.start();
    await registry.load();
    await settleIdentity(application.hooks, options, catalogue.tools);
    await this.openSkills();
    this.checkAuthorization();
  }

  /** Routes exist by now, and what modules register while they initialize. */
  onApplicationBootstrap(): void {
    const { options, registry, application, config, modules, served, logger } = this.parts;
    nameParts(this.parts.graph);
    describeInGraph(this.parts.graph, { id: options.id, catalogue: registry.catalogue });
    new StartUpReport({
      options,
      registry,
      application,
      config,
      modules,
      served,
      skills: this.parts.library,
      isBound: this.isBound(),
      logger,
    }).tell();
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
