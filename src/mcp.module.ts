import type { DynamicModule, InjectionToken, Provider } from '@nestjs/common';
import { Logger, Module } from '@nestjs/common';
import {
  ApplicationConfig,
  DiscoveryModule,
  ExternalContextCreator,
  HttpAdapterHost,
  MetadataScanner,
  ModuleRef,
  ModulesContainer,
} from '@nestjs/core';
import { Injector } from '@nestjs/core/injector/injector.js';
import { PrincipalResolver } from './authorization/principal-resolver.js';
import { McpNotificationBus } from './notifications/mcp-notification-bus.js';
import { McpDispatcher } from './dispatch/mcp-dispatcher.js';
import { createDispatcher } from './dispatch/create-dispatcher.js';
import { MemorySpentApprovals } from './dispatch/approvals/spent-approvals.js';
import { McpTelemetry } from './dispatch/telemetry/mcp-telemetry.js';
import { ApplicationParts } from './application-parts.js';
import type { McpModuleAsyncOptions, McpModuleOptions, McpStaticOptions } from './mcp.options.js';
import { asyncOptionsProviders } from './async-options-providers.js';
import { DEFAULT_SERVER_ID, optionsToken, serverToken } from './mcp.tokens.js';
import { McpServerLifecycle } from './mcp-server-lifecycle.js';
import { systemClock } from './protocol/clock.js';
import { randomId } from './protocol/id-generator.js';
import { Discovery } from './registry/discovery/discovery.js';
import { HandlerDefiner } from './registry/discovery/define-handlers.js';
import { McpRegistry } from './registry/mcp-registry.js';
import type { ResolvedOptions } from './resolve-options.js';
import { resolveOptions } from './resolve-options.js';
import { SessionRegistry } from './sessions/session-registry.js';
import { BodyInbox } from './transports/http/body-inbox.js';
import { createHttpController } from './transports/http/create-http-controller.js';
import { EndpointGuard } from './transports/http/endpoint.guard.js';
import { HttpEndpoint } from './transports/http/http-endpoint.js';
import { LegacyRequests } from './transports/http/legacy-requests.js';
import { ModernRequests } from './transports/http/modern-requests.js';
import { OriginPolicy } from './transports/http/origin-policy.js';
import { HttpPlatforms } from './transports/http/http-platforms.js';
import { MemoryTransport } from './transports/memory/memory-transport.js';
import { ServedTransports } from './transports/served-transports.js';
import { StdioTransport } from './transports/stdio/stdio-transport.js';

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
   * `id`, `http.path`, `http.decorators`, `http.guards`.
   */
  static forRootAsync(options: McpModuleAsyncOptions): DynamicModule {
    const module = createModule(options, asyncOptionsProviders(options));
    return { ...module, imports: [...(module.imports ?? []), ...(options.imports ?? [])] };
  }
}

function createModule(options: McpStaticOptions, optionProviders: Provider[]): DynamicModule {
  const { id = DEFAULT_SERVER_ID, http = {}, isGlobal = true } = options;
  const endpoint = serverToken(HttpEndpoint, id);
  const guard = serverToken(EndpointGuard, id);
  return {
    module: McpModule,
    global: isGlobal,
    imports: [DiscoveryModule],
    controllers: http === false ? [] : [createHttpController(http, { endpoint, guard })],
    providers: [...optionProviders, ...serverProviders(id, http)],
    exports: [McpRegistry, McpDispatcher, McpNotificationBus, McpTelemetry].map((part) =>
      serverToken(part, id),
    ),
  };
}

/** The parts of one server, each made of the ones it names. Nothing else knows all of them. */
function serverProviders(id: string, http: McpStaticOptions['http']): Provider[] {
  const token = (part: Parameters<typeof serverToken>[0]): InjectionToken => serverToken(part, id);
  const options = optionsToken(id);
  const logger = new Logger('McpModule');
  return [
    { provide: token(ServedTransports), useFactory: () => new ServedTransports() },
    { provide: token(McpRegistry), useFactory: () => new McpRegistry() },
    { provide: token(McpNotificationBus), useFactory: () => new McpNotificationBus() },
    {
      provide: token(McpTelemetry),
      useFactory: () => new McpTelemetry(logger),
    },
    {
      provide: token(ApplicationParts),
      inject: [options, ModuleRef, token(McpTelemetry)],
      useFactory: (
        { authorization, limits }: ResolvedOptions,
        moduleRef: ModuleRef,
        telemetry: McpTelemetry,
      ) =>
        new ApplicationParts(authorization, moduleRef, {
          telemetry,
          spentApprovals: new MemorySpentApprovals(limits.maxSpentApprovals, systemClock),
          logger: new Logger('McpAuthorization'),
        }),
    },
    {
      provide: token(McpDispatcher),
      inject: [
        options,
        token(McpRegistry),
        token(McpNotificationBus),
        token(McpTelemetry),
        token(ApplicationParts),
      ],
      useFactory: (
        { identity, revisions, cacheHints, dispatch, limits, authorization }: ResolvedOptions,
        registry: McpRegistry,
        bus: McpNotificationBus,
        telemetry: McpTelemetry,
        application: ApplicationParts,
      ) =>
        createDispatcher({
          registry,
          bus,
          revisions,
          identity,
          cacheHints,
          options: dispatch,
          limits,
          requestStateSecrets: authorization.requestStateSecrets,
          telemetry,
          logger: new Logger('McpDispatcher'),
          clock: systemClock,
          nextId: randomId,
          policy: () => application.policy,
          spentApprovals: () => application.spentApprovals,
        }),
    },
    {
      provide: token(SessionRegistry),
      inject: [options, token(McpDispatcher)],
      useFactory: ({ limits }: ResolvedOptions, dispatcher: McpDispatcher) =>
        new SessionRegistry(limits, systemClock, randomId, (connection) =>
          dispatcher.cancelAll(connection, 'the session ended'),
        ),
    },
    {
      provide: token(Discovery),
      inject: [
        options,
        token(McpRegistry),
        ModulesContainer,
        MetadataScanner,
        ApplicationConfig,
        ExternalContextCreator,
        ModuleRef,
      ],
      useFactory: (
        { naming }: ResolvedOptions,
        registry: McpRegistry,
        modules: ModulesContainer,
        scanner: MetadataScanner,
        config: ApplicationConfig,
        creator: ExternalContextCreator,
        moduleRef: ModuleRef,
      ) => {
        const nest = { config, creator, moduleRef, injector: new Injector() };
        return new Discovery(modules, scanner, new HandlerDefiner(nest, naming), registry, id);
      },
    },
    {
      provide: token(BodyInbox),
      inject: [options],
      useFactory: ({ limits }: ResolvedOptions) => new BodyInbox(limits),
    },
    {
      provide: token(HttpPlatforms),
      inject: [HttpAdapterHost, ApplicationConfig, token(BodyInbox)],
      useFactory: (host: HttpAdapterHost, config: ApplicationConfig, inbox: BodyInbox) =>
        new HttpPlatforms(host, config, inbox, http),
    },
    {
      provide: token(EndpointGuard),
      inject: [ModuleRef],
      useFactory: (moduleRef: ModuleRef) =>
        new EndpointGuard(moduleRef, http === false ? [] : (http?.guards ?? [])),
    },
    {
      provide: token(HttpEndpoint),
      inject: [
        options,
        token(McpDispatcher),
        token(SessionRegistry),
        token(BodyInbox),
        token(HttpPlatforms),
      ],
      useFactory: (
        { revisions, principals, limits, http: settings }: ResolvedOptions,
        dispatcher: McpDispatcher,
        sessions: SessionRegistry,
        inbox: BodyInbox,
        platforms: HttpPlatforms,
      ) =>
        new HttpEndpoint(
          {
            inbox,
            origins: new OriginPolicy(settings === false ? {} : settings),
            principals: new PrincipalResolver(principals),
            legacy: new LegacyRequests(dispatcher, sessions, revisions),
            modern: new ModernRequests(dispatcher, revisions),
            clock: systemClock,
            keepAliveMs: limits.keepAliveMs,
            logger: new Logger('McpHttpEndpoint'),
          },
          () => platforms.current,
        ),
    },
    {
      provide: token(StdioTransport),
      inject: [options, token(McpDispatcher)],
      useFactory: ({ revisions, limits }: ResolvedOptions, dispatcher: McpDispatcher) =>
        new StdioTransport(dispatcher, revisions, limits),
    },
    {
      provide: token(MemoryTransport),
      inject: [options, token(McpDispatcher)],
      useFactory: ({ revisions }: ResolvedOptions, dispatcher: McpDispatcher) =>
        new MemoryTransport(dispatcher, revisions, randomId),
    },
    {
      provide: token(McpServerLifecycle),
      inject: [
        options,
        token(Discovery),
        token(McpRegistry),
        token(McpDispatcher),
        token(SessionRegistry),
        token(HttpEndpoint),
        token(ApplicationParts),
        HttpAdapterHost,
        token(ServedTransports),
      ],
      useFactory: (
        resolved: ResolvedOptions,
        discovery: Discovery,
        registry: McpRegistry,
        dispatcher: McpDispatcher,
        sessions: SessionRegistry,
        endpoint: HttpEndpoint,
        application: ApplicationParts,
        adapterHost: HttpAdapterHost,
        served: ServedTransports,
      ) =>
        new McpServerLifecycle({
          options: resolved,
          discovery,
          registry,
          dispatcher,
          sessions,
          endpoint,
          application,
          adapterHost,
          served,
          logger,
        }),
    },
  ];
}
