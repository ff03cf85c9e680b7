import type { Provider } from '@nestjs/common';
import { Logger } from '@nestjs/common';
import { ApplicationParts } from './application-parts.js';
import { McpDispatcher } from './dispatch/mcp-dispatcher.js';
import { McpTelemetry } from './dispatch/telemetry/mcp-telemetry.js';
import { optionsToken, serverToken } from './mcp.tokens.js';
import { McpNotificationBus } from './notifications/mcp-notification-bus.js';
import { systemClock } from './protocol/clock.js';
import { randomId } from './protocol/id-generator.js';
import type { ResolvedOptions } from './resolve-options.js';
import { SessionKeeper } from './sessions/session-keeper.js';
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
    sessionKeeper(id),
    {
      provide: serverToken(SessionRegistry, id),
      inject: [
        optionsToken(id),
        serverToken(McpDispatcher, id),
        serverToken(SessionStreamTable, id),
        serverToken(SessionKeeper, id),
      ],
      useFactory: (
        { limits }: ResolvedOptions,
        owner: McpDispatcher,
        streams: SessionStreamTable,
        keeper: SessionKeeper,
      ) =>
        new SessionRegistry(limits, systemClock, randomId, {
          stopped: (connection, detail) => {
            keeper.release(connection, 'stopped');
            owner.failAll(connection, detail);
          },
          ended: (connection, end) => {
            // First: what ends with the session must not be saved as gone.
            keeper.release(connection, end.reason);
            owner.end(connection, end);
            streams.end(connection);
          },
        }),
    },
  ];
}

/** What keeps sessions in the application's store, if it gave one. */
function sessionKeeper(id: string): Provider {
  return {
    provide: serverToken(SessionKeeper, id),
    inject: [optionsToken(id), serverToken(ApplicationParts, id), serverToken(McpTelemetry, id)],
    useFactory: (
      { limits, sessions }: ResolvedOptions,
      application: ApplicationParts,
      telemetry: McpTelemetry,
    ) =>
      new SessionKeeper({
        server: id,
        store: () => application.sessionStore,
        serialize: (state) => {
          const { hooks } = application;
          return hooks?.serializeState === undefined ? state : hooks.serializeState(state);
        },
        remembersEnds: sessions !== false && sessions.autoRecover === 'always',
        limits,
        clock: systemClock,
        logger: new Logger('McpSessions'),
        onFailed: (operation, connectionId) =>
          telemetry.emit(() => ({
            type: 'store_failed',
            store: 'sessions.store',
            operation,
            connectionId,
          })),
        onSerializeFailed: () =>
          telemetry.emit(() => ({ type: 'callback_failed', place: 'hooks.serializeState' })),
      }),
  };
}
