import type { Provider } from '@nestjs/common';
import { Logger } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { ApplicationParts } from './application-parts.js';
import { MemorySpentApprovals } from './dispatch/approvals/spent-approvals.js';
import { createDispatcher } from './dispatch/create-dispatcher.js';
import { McpDispatcher } from './dispatch/mcp-dispatcher.js';
import { McpSessions } from './dispatch/sessions/mcp-sessions.js';
import { ResourceFeeds } from './dispatch/subscriptions/resource-feeds.js';
import { McpTasks } from './dispatch/tasks/mcp-tasks.js';
import { McpTelemetry } from './dispatch/telemetry/mcp-telemetry.js';
import { DEFAULT_SERVER_ID, optionsToken, serverToken } from './mcp.tokens.js';
import { McpNotificationBus } from './notifications/mcp-notification-bus.js';
import { systemClock } from './protocol/clock.js';
import { randomId } from './protocol/id-generator.js';
import { FeedRegistry } from './registry/feeds/feed-registry.js';
import { McpRegistry } from './registry/mcp-registry.js';
import { SkillLibrary } from './skills/skill-library.js';
import type { ResolvedOptions } from './resolve-options.js';
import { MemoryEventStore } from './sessions/memory-event-store.js';

/** The dispatcher of one server, with its bus, telemetry and the application's policy. */
export function dispatchProviders(id: string): Provider[] {
  return [
    { provide: serverToken(McpNotificationBus, id), useFactory: () => new McpNotificationBus() },
    {
      provide: serverToken(McpTelemetry, id),
      useFactory: () => new McpTelemetry(new Logger('McpTelemetry')),
    },
    applicationParts(id),
    {
      provide: serverToken(SkillLibrary, id),
      inject: [optionsToken(id)],
      useFactory: ({ skills, limits }: ResolvedOptions) =>
        skills &&
        new SkillLibrary({
          options: skills,
          limits,
          clock: systemClock,
          logger: new Logger('McpSkills'),
        }),
    },
    dispatcher(id),
    {
      provide: serverToken(McpSessions, id),
      inject: [serverToken(McpDispatcher, id)],
      useFactory: ({ sessions }: McpDispatcher) => sessions,
    },
    {
      provide: serverToken(McpTasks, id),
      inject: [serverToken(McpDispatcher, id)],
      useFactory: ({ tasks }: McpDispatcher) => tasks,
    },
  ];
}

function applicationParts(id: string): Provider {
  return {
    provide: serverToken(ApplicationParts, id),
    inject: [optionsToken(id), ModuleRef, serverToken(McpTelemetry, id)],
    useFactory: (options: ResolvedOptions, moduleRef: ModuleRef, telemetry: McpTelemetry) =>
      new ApplicationParts(options, moduleRef, {
        telemetry,
        eventStore: new MemoryEventStore(options.limits, systemClock),
        spentApprovals: new MemorySpentApprovals(options.limits.maxSpentApprovals, systemClock),
        logger: new Logger('McpAuthorization'),
      }),
  };
}

function dispatcher(id: string): Provider {
  return {
    provide: serverToken(McpDispatcher, id),
    inject: [
      optionsToken(id),
      serverToken(McpRegistry, id),
      serverToken(McpNotificationBus, id),
      serverToken(McpTelemetry, id),
      serverToken(ApplicationParts, id),
      serverToken(FeedRegistry, id),
      serverToken(SkillLibrary, id),
    ],
    useFactory: (
      { dispatch, authorization, ...options }: ResolvedOptions,
      registry: McpRegistry,
      bus: McpNotificationBus,
      telemetry: McpTelemetry,
      application: ApplicationParts,
      feeds: FeedRegistry,
      skills: SkillLibrary | undefined,
    ) =>
      createDispatcher({
        ...options,
        registry,
        bus,
        telemetry,
        options: dispatch,
        skills,
        requestStateSecrets: authorization.requestStateSecrets,
        server: id === DEFAULT_SERVER_ID ? undefined : id,
        taskStore: () => application.taskStore,
        logger: new Logger('McpDispatcher'),
        clock: systemClock,
        nextId: randomId,
        policy: () => application.policy,
        hooks: () => application.hooks,
        instrumentation: () => application.instrumentation,
        spentApprovals: () => application.spentApprovals,
        resourceWatchers: [new ResourceFeeds(feeds, bus, new Logger('McpResourceFeeds'))],
      }),
  };
}
