import type { DynamicModule, Provider, Type } from '@nestjs/common';
import { Logger, Module } from '@nestjs/common';
import {
  ApplicationConfig,
  DiscoveryModule,
  HttpAdapterHost,
  ModulesContainer,
  SerializedGraph,
} from '@nestjs/core';
import { ApplicationParts } from './application-parts.js';
import { asyncOptionsProviders } from './async-options-providers.js';
import { catalogueProviders } from './catalogue.providers.js';
import { dispatchProviders } from './dispatch.providers.js';
import { McpDispatcher } from './dispatch/mcp-dispatcher.js';
import { McpTasks } from './dispatch/tasks/mcp-tasks.js';
import { McpSessions } from './dispatch/sessions/mcp-sessions.js';
import { McpTelemetry } from './dispatch/telemetry/mcp-telemetry.js';
import { McpServerLifecycle } from './mcp-server-lifecycle.js';
import type {
  McpFeatureOptions,
  McpModuleAsyncOptions,
  McpModuleOptions,
  McpStaticOptions,
} from './mcp.options.js';
import { DEFAULT_SERVER_ID, optionsToken, serverIdProvider, serverToken } from './mcp.tokens.js';
import { McpNotificationBus } from './notifications/mcp-notification-bus.js';
import { featureProvider } from './registry/discovery/feature.js';
import { McpRegistry } from './registry/mcp-registry.js';
import type { ResolvedOptions } from './resolve-options.js';
import { resolveOptions } from './resolve-options.js';
import { SkillResources } from './dispatch/skills/skill-resources.js';
import { SkillLibrary } from './skills/skill-library.js';
import { sessionProviders } from './session.providers.js';
import { SessionKeeper } from './sessions/session-keeper.js';
import { SessionRegistry } from './sessions/session-registry.js';
import { transportProviders } from './transport.providers.js';
import { createHttpController } from './transports/http/create-http-controller.js';
import { EndpointGuard } from './transports/http/endpoint.guard.js';
import { endpointPaths, legacySsePaths } from './transports/http/endpoint-paths.js';
import { HttpEndpoint } from './transports/http/http-endpoint.js';
import { HttpGate } from './transports/http/http-gate.js';
import type { HttpOptions } from './transports/http/http-options.interface.js';
import { claimPaths } from './transports/http/path-claims.js';
import { createLegacySseController } from './transports/legacy-sse/create-legacy-sse-controller.js';
import { LegacySseEndpoint } from './transports/legacy-sse/legacy-sse-endpoint.js';
import { SessionRecovery } from './transports/http/session-recovery.js';
import { SseConnections } from './transports/legacy-sse/sse-connections.js';
import { ServedTransports } from './transports/served-transports.js';

/**
 * Turns a Nest application into an MCP server. Import it once (or once per server `id`) in the root
 * module; decorated methods of all modules are found.
 *
 * @publicApi
 */
@Module({})
export class McpModule {
  /** @throws McpConfigurationError naming the option that is wrong and the remedy */
  static forRoot(options: McpModuleOptions): DynamicModule {
    const resolved = resolveOptions(options);
    return createModule(options, [{ provide: optionsToken(resolved.id), useValue: resolved }]);
  }

  /**
   * The same with options from a factory. What routes need before a factory can run stands beside it:
   * `id`, `http.path`, `http.decorators`, `http.guards`, `http.legacySse`.
   */
  static forRootAsync(options: McpModuleAsyncOptions): DynamicModule {
    const module = createModule(options, asyncOptionsProviders(options));
    return { ...module, imports: [...(module.imports ?? []), ...(options.imports ?? [])] };
  }

  /**
   * Says which server offers what these classes declare, where their decorators name none: classes of
   * providers and controllers, or modules, of which all providers and controllers count. It provides
   * nothing: the classes stay in the modules they are in.
   *
   * @throws McpConfigurationError for what is no class; at boot for one that no module has
   */
  static forFeature(
    classes: readonly Type<unknown>[],
    { server = DEFAULT_SERVER_ID }: McpFeatureOptions = {},
  ): DynamicModule {
    return { module: McpModule, providers: [featureProvider(classes, [server].flat())] };
  }
}

function createModule(options: McpStaticOptions, optionProviders: Provider[]): DynamicModule {
  const { id = DEFAULT_SERVER_ID, http = {}, isGlobal = true } = options;
  return {
    module: McpModule,
    global: isGlobal,
    imports: [DiscoveryModule],
    controllers: http === false ? [] : createControllers(id, http),
    providers: [
      serverIdProvider(id),
      ...optionProviders,
      ...catalogueProviders(id),
      ...dispatchProviders(id),
      ...sessionProviders(id),
      ...transportProviders(id, http),
      lifecycleProvider(id),
    ],
    exports: [
      McpRegistry,
      McpDispatcher,
      McpNotificationBus,
      McpSessions,
      McpTasks,
      McpTelemetry,
    ].map((part) => serverToken(part, id)),
  };
}

function createControllers(id: string, http: HttpOptions): Type<object>[] {
  const guard = serverToken(EndpointGuard, id);
  const endpoint = serverToken(HttpEndpoint, id);
  const controller = createHttpController(http, { endpoint, guard });
  claimPaths(controller, { server: id, paths: endpointPaths(http) });
  const legacySse = legacySsePaths(http);
  if (legacySse === undefined) return [controller];
  const tokens = { endpoint: serverToken(LegacySseEndpoint, id), guard };
  return [controller, createLegacySseController(http, legacySse, tokens)];
}

function lifecycleProvider(id: string): Provider {
  const parts = [
    McpRegistry,
    McpDispatcher,
    McpTelemetry,
    SessionRegistry,
    SessionKeeper,
    SessionRecovery,
    SseConnections,
    HttpGate,
    ApplicationParts,
    ServedTransports,
    McpNotificationBus,
    SkillLibrary,
  ].map((part) => serverToken(part, id));
  return {
    provide: serverToken(McpServerLifecycle, id),
    inject: [
      optionsToken(id),
      HttpAdapterHost,
      ModulesContainer,
      ApplicationConfig,
      SerializedGraph,
      ...parts,
    ],
    useFactory: (
      options: ResolvedOptions,
      adapterHost: HttpAdapterHost,
      modules: ModulesContainer,
      config: ApplicationConfig,
      graph: SerializedGraph,
      registry: McpRegistry,
      dispatcher: McpDispatcher,
      telemetry: McpTelemetry,
      sessions: SessionRegistry,
      keeper: SessionKeeper,
      recovery: SessionRecovery,
      sseConnections: SseConnections,
      gate: HttpGate,
      application: ApplicationParts,
      served: ServedTransports,
      bus: McpNotificationBus,
      library: SkillLibrary | undefined,
    ) =>
      new McpServerLifecycle({
        options,
        adapterHost,
        modules,
        config,
        graph,
        registry,
        dispatcher,
        telemetry,
        sessions,
        keeper,
        recovery,
        sseConnections,
        gate,
        application,
        served,
        library,
        skills: library && new SkillResources(library, registry, bus),
        logger: new Logger('McpModule'),
      }),
  };
}
