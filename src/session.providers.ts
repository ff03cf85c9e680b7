import type { Provider } from '@nestjs/common';
import { Logger } from '@nestjs/common';
import { ApplicationParts } from './application-parts.js';
import { McpDispatcher } from './dispatch/mcp-dispatcher.js';
import { optionsToken, serverToken } from './mcp.tokens.js';
import { McpNotificationBus } from './notifications/mcp-notification-bus.js';
import { systemClock } from './protocol/clock.js';
import { randomId } from './protocol/id-generator.js';
import type { ResolvedOptions } from './resolve-options.js';
import { SessionRegistry } from './sessions/session-registry.js';
import { SessionStreamTable } from './transports/http/streams/session-stream-table.js';

/** The sessions of one server over HTTP, with their streams. */
export function sessionProviders(id: string): Provider[] {
  return [
    {
      provide: serverToken(SessionStreamTable, id),
      inject: [
        optionsToken(id),
        serverToken(McpNotificationBus, id),
        serverToken(ApplicationParts, id),
      ],
      useFactory: (
        { limits }: ResolvedOptions,
        bus: McpNotificationBus,
        application: ApplicationParts,
      ) =>
        new SessionStreamTable({
          bus,
          limits,
          store: () => application.eventStore,
          clock: systemClock,
          nextId: randomId,
          logger: new Logger('McpSessions'),
        }),
    },
    {
      provide: serverToken(SessionRegistry, id),
      inject: [
        optionsToken(id),
        serverToken(McpDispatcher, id),
        serverToken(SessionStreamTable, id),
      ],
      useFactory: (
        { limits }: ResolvedOptions,
        owner: McpDispatcher,
        streams: SessionStreamTable,
      ) =>
        new SessionRegistry(limits, systemClock, randomId, (connection, reason) => {
          owner.end(connection, reason);
          streams.end(connection);
        }),
    },
  ];
}
