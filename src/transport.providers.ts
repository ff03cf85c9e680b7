import type { Provider } from '@nestjs/common';
import { Logger } from '@nestjs/common';
import { ApplicationConfig, HttpAdapterHost, ModuleRef, ModulesContainer } from '@nestjs/core';
import { PrincipalResolver } from './authorization/principal-resolver.js';
import { McpDispatcher } from './dispatch/mcp-dispatcher.js';
import { McpTelemetry } from './dispatch/telemetry/mcp-telemetry.js';
import type { McpStaticOptions } from './mcp.options.js';
import { optionsToken, serverToken } from './mcp.tokens.js';
import { systemClock } from './protocol/clock.js';
import { randomId } from './protocol/id-generator.js';
import type { ResolvedOptions } from './resolve-options.js';
import { SessionKeeper } from './sessions/session-keeper.js';
import { SessionRegistry } from './sessions/session-registry.js';
import { DroppedMessages } from './transports/dropped-messages.js';
import { BodyInbox } from './transports/http/body-inbox.js';
import { EndpointGuard } from './transports/http/endpoint.guard.js';
import { legacySsePaths } from './transports/http/endpoint-paths.js';
import { HttpEndpoint } from './transports/http/http-endpoint.js';
import { HttpGate } from './transports/http/http-gate.js';
import type { HttpOptions } from './transports/http/http-options.interface.js';
import { HttpPlatforms } from './transports/http/http-platforms.js';
import { LegacyRequests } from './transports/http/legacy-requests.js';
import { LegacyVersions } from './transports/http/legacy-versions.js';
import { ModernRequests } from './transports/http/modern-requests.js';
import { modulePath } from './transports/http/module-path.js';
import { SessionRecovery } from './transports/http/session-recovery.js';
import { RequestTags } from './transports/http/request-tags.js';
import { StatelessLegacyRequests } from './transports/http/stateless-legacy-requests.js';
import { SessionStreamTable } from './transports/http/streams/session-stream-table.js';
import { OriginPolicy } from './transports/http/origin-policy.js';
import { LegacySseEndpoint } from './transports/legacy-sse/legacy-sse-endpoint.js';
import { SseConnections } from './transports/legacy-sse/sse-connections.js';
import { MemoryTransport } from './transports/memory/memory-transport.js';
import { ServedTransports } from './transports/served-transports.js';
import { StdioTransport } from './transports/stdio/stdio-transport.js';
import { TransportReports } from './transports/transport-reports.js';

/** The ways to reach one server. */
export function transportProviders(id: string, http: McpStaticOptions['http'] = {}): Provider[] {
  return [
    { provide: serverToken(ServedTransports, id), useFactory: () => new ServedTransports() },
    transportReports(id),
    {
      provide: serverToken(BodyInbox, id),
      inject: [optionsToken(id)],
      useFactory: ({ limits }: ResolvedOptions) => new BodyInbox(limits),
    },
    {
      provide: serverToken(HttpPlatforms, id),
      inject: [HttpAdapterHost, ApplicationConfig, serverToken(BodyInbox, id), ModulesContainer],
      useFactory: (
        host: HttpAdapterHost,
        config: ApplicationConfig,
        inbox: BodyInbox,
        modules: ModulesContainer,
      ) =>
        new HttpPlatforms(host, config, inbox, http, () => modulePath(modules, optionsToken(id))),
    },
    {
      provide: serverToken(EndpointGuard, id),
      inject: [ModuleRef],
      useFactory: (moduleRef: ModuleRef) =>
        new EndpointGuard(moduleRef, http === false ? [] : (http.guards ?? [])),
    },
    httpGate(id),
    sessionRecovery(id),
    httpEndpoint(id),
    sseConnections(id),
    ...(http === false ? [] : legacySseEndpoint(id, http)),
    {
      provide: serverToken(StdioTransport, id),
      inject: [
        optionsToken(id),
        serverToken(McpDispatcher, id),
        serverToken(McpTelemetry, id),
        serverToken(TransportReports, id),
      ],
      useFactory: (
        { revisions, limits }: ResolvedOptions,
        dispatcher: McpDispatcher,
        telemetry: McpTelemetry,
        reports: TransportReports,
      ) =>
        new StdioTransport({
          dispatcher,
          revisions,
          limits,
          dropped: new DroppedMessages(limits, telemetry, new Logger('McpTransport')),
          reports,
          clock: systemClock,
          logger: new Logger('McpStdio'),
        }),
    },
    {
      provide: serverToken(MemoryTransport, id),
      inject: [optionsToken(id), serverToken(McpDispatcher, id), serverToken(TransportReports, id)],
      useFactory: (
        { revisions, limits }: ResolvedOptions,
        dispatcher: McpDispatcher,
        reports: TransportReports,
      ) =>
        new MemoryTransport({
          dispatcher,
          revisions,
          limits,
          reports,
          nextId: randomId,
          logger: new Logger('McpMemory'),
        }),
    },
  ];
}

function transportReports(id: string): Provider {
  return {
    provide: serverToken(TransportReports, id),
    inject: [serverToken(McpTelemetry, id)],
    useFactory: (telemetry: McpTelemetry) =>
      new TransportReports(telemetry, systemClock, new Logger('McpTransport')),
  };
}

/** What stands in front of the endpoints, told once when the server stops. */
function httpGate(id: string): Provider {
  return {
    provide: serverToken(HttpGate, id),
    inject: [
      optionsToken(id),
      serverToken(BodyInbox, id),
      serverToken(HttpPlatforms, id),
      serverToken(McpTelemetry, id),
      serverToken(TransportReports, id),
    ],
    useFactory: (
      { principals, limits, http }: ResolvedOptions,
      inbox: BodyInbox,
      platforms: HttpPlatforms,
      telemetry: McpTelemetry,
      reports: TransportReports,
    ) =>
      new HttpGate(
        {
          inbox,
          origins: new OriginPolicy(http === false ? {} : http),
          principals: new PrincipalResolver(principals),
          clock: systemClock,
          limits,
          dropped: new DroppedMessages(limits, telemetry, new Logger('McpTransport')),
          reports,
          logger: new Logger('McpHttpEndpoint'),
        },
        () => platforms.current,
      ),
  };
}

function httpEndpoint(id: string): Provider {
  return {
    provide: serverToken(HttpEndpoint, id),
    inject: [
      optionsToken(id),
      serverToken(McpDispatcher, id),
      serverToken(SessionRegistry, id),
      serverToken(SessionStreamTable, id),
      serverToken(SessionKeeper, id),
      serverToken(SessionRecovery, id),
      serverToken(HttpGate, id),
    ],
    useFactory: (
      options: ResolvedOptions,
      dispatcher: McpDispatcher,
      sessions: SessionRegistry,
      streams: SessionStreamTable,
      keeper: SessionKeeper,
      recovery: SessionRecovery,
      gate: HttpGate,
    ) => {
      const { revisions, limits } = options;
      const versions = new LegacyVersions(revisions);
      const tags = new RequestTags(tagsOption(options));
      const modern = new ModernRequests(dispatcher, revisions, tags);
      if (options.sessions === false) {
        const legacy = new StatelessLegacyRequests(dispatcher, versions, limits, randomId, tags);
        return new HttpEndpoint({ gate, legacy, sessions: undefined, modern });
      }
      const parts = { dispatcher, sessions, versions, streams, keeper, recovery, limits, tags };
      const legacy = new LegacyRequests(parts);
      return new HttpEndpoint({ gate, legacy, sessions: legacy, modern });
    },
  };
}

function sessionRecovery(id: string): Provider {
  return {
    provide: serverToken(SessionRecovery, id),
    inject: [
      optionsToken(id),
      serverToken(McpDispatcher, id),
      serverToken(SessionRegistry, id),
      serverToken(SessionStreamTable, id),
      serverToken(SessionKeeper, id),
    ],
    useFactory: (
      options: ResolvedOptions,
      dispatcher: McpDispatcher,
      sessions: SessionRegistry,
      streams: SessionStreamTable,
      keeper: SessionKeeper,
    ) => {
      const { revisions, limits } = options;
      const { autoRecover: policy = 'stored' } = options.sessions || {};
      const versions = new LegacyVersions(revisions);
      const tags = new RequestTags(tagsOption(options));
      const parts = { dispatcher, sessions, streams, keeper, versions, tags };
      return new SessionRecovery({ ...parts, policy, limits, clock: systemClock });
    },
  };
}

function sseConnections(id: string): Provider {
  return {
    provide: serverToken(SseConnections, id),
    inject: [optionsToken(id), serverToken(McpDispatcher, id), serverToken(TransportReports, id)],
    useFactory: (
      { revisions, limits }: ResolvedOptions,
      dispatcher: McpDispatcher,
      reports: TransportReports,
    ) =>
      new SseConnections(
        { dispatcher, revisions, limits, reports, logger: new Logger('McpLegacySse') },
        randomId,
      ),
  };
}

function legacySseEndpoint(id: string, http: HttpOptions): Provider[] {
  const paths = legacySsePaths(http);
  if (paths === undefined) return [];
  const endpoint: Provider = {
    provide: serverToken(LegacySseEndpoint, id),
    inject: [optionsToken(id), serverToken(HttpGate, id), serverToken(SseConnections, id)],
    // `publicUrl` may come from a factory, the paths never do.
    useFactory: (options: ResolvedOptions, gate: HttpGate, connections: SseConnections) =>
      new LegacySseEndpoint({
        gate,
        connections,
        uri: {
          ...paths,
          endpointPath: http.path ?? 'mcp',
          publicUrl: options.http === false ? undefined : options.http.publicUrl,
        },
        tags: new RequestTags(tagsOption(options)),
      }),
  };
  return [endpoint];
}

const tagsOption = ({ http }: ResolvedOptions): HttpOptions['tags'] =>
  http === false ? undefined : http.tags;
