import type { McpNotificationBus } from '../../notifications/mcp-notification-bus.js';
import type { JsonRpcNotification } from '../../protocol/json-rpc.js';
import { CatalogueStore } from '../../registry/catalogue-store.js';
import type { ComponentRules } from '../../registry/mcp-components.js';
import type { Connection } from '../../sessions/connection.js';
import type { UrlElicitations } from '../input-requests/url-elicitations.js';
import type { ServerIdentity } from '../server-identity.js';
import { hasCapability, tellsChanges } from '../server-identity.js';
import type { LegacyAudience } from '../subscriptions/legacy-audience.js';
import type { ReportFailure } from '../telemetry/report-failure.js';
import { SessionComponents } from './session-components.js';

/** What a session needs of its server, however a callback reaches it. */
export interface LinkServices {
  /** True when the server declares that it tells changes of the list. */
  tellsChanges(list: string): boolean;
  /**
   * True when the server declares that it sends log messages.
   *
   * @param isLasting false for a connection that ends with its request
   */
  mayLog(isLasting: boolean): boolean;
  /** Sends on the stream of a connection. One that has ended gets nothing. */
  push(connection: Connection, notification: JsonRpcNotification): void;
  /** Tells a connection that an elicitation of its own is complete; false if it is none of those. */
  completeElicitation(id: string, connection: Connection): boolean;
  /** What a session is offered beside all others; without a connection it is that of one request. */
  openComponents(connection: Connection | undefined): SessionComponents;
  /** Values of the application that may wait for one of its listeners. */
  readonly maxWaiting: number;
  readonly report: ReportFailure;
}

/** What the services are made of. */
export interface LinkServiceParts {
  readonly bus: McpNotificationBus;
  readonly identity: ServerIdentity;
  readonly audience: LegacyAudience;
  readonly elicitations: UrlElicitations;
  readonly rules: ComponentRules;
  readonly limits: { readonly maxSessionEvents: number };
  readonly report: ReportFailure;
}

/** The same for every session of a server. */
export function createLinkServices(parts: LinkServiceParts): LinkServices {
  const { bus, identity, audience, elicitations, rules, limits, report } = parts;
  const tells = (list: string) => tellsChanges(identity, list);
  return {
    tellsChanges: tells,
    mayLog: (isLasting) => hasCapability(identity, 'logging', isLasting),
    push: (connection, notification) => {
      // By now the address of one that has ended may be that of another.
      if (!connection.hasEnded) bus.sendTo(connection.address, notification);
    },
    completeElicitation: (id, connection) => elicitations.complete(id, connection),
    openComponents: (connection) =>
      new SessionComponents(new CatalogueStore(), rules, (list) => {
        if (connection !== undefined && tells(list)) audience.changedFor(connection, list);
      }),
    maxWaiting: limits.maxSessionEvents,
    report,
  };
}
