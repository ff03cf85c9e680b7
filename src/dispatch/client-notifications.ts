import type { JsonRpcNotification } from '../protocol/json-rpc.js';
import { isRequestId } from '../protocol/json-rpc.js';
import { Connection } from '../sessions/connection.js';
import type { CallRuns } from './call-runs.js';
import type { SessionTable } from './sessions/session-table.js';
import type { LegacyAudience } from './subscriptions/legacy-audience.js';
import type { RequestReports } from './telemetry/request-reports.js';

/** What taking notifications needs. */
export interface ClientNotificationParts {
  readonly runs: CallRuns;
  readonly reports: RequestReports;
  readonly sessions: SessionTable;
  readonly audience: LegacyAudience;
}

/** Takes what clients say without wanting an answer. */
export class ClientNotifications {
  constructor(private readonly parts: ClientNotificationParts) {}

  /** @param scope in which request ids mean something, if in any; the connection, if that lasts */
  receive(notification: JsonRpcNotification, scope: object | undefined): void {
    const { reports } = this.parts;
    if (reports.areOff) return this.take(notification, scope);
    const connection = scope instanceof Connection ? scope : undefined;
    reports.notification(notification, connection, () => this.take(notification, scope));
  }

  /** The application hears of all of them, known or not. */
  private take(notification: JsonRpcNotification, scope: object | undefined): void {
    const { method, params } = notification;
    if (method === 'notifications/cancelled') this.cancelled(params, scope);
    if (!(scope instanceof Connection)) return;
    if (method === 'notifications/initialized') this.initialized(scope);
    this.parts.sessions.callbacksOf(scope)?.notified(notification);
  }

  private cancelled(
    { requestId, reason }: JsonRpcNotification['params'],
    scope: object | undefined,
  ): void {
    if (scope === undefined || !isRequestId(requestId)) return;
    this.parts.runs.cancel(scope, requestId, typeof reason === 'string' ? reason : 'by the client');
  }

  /** A client that does not wait for the answer says so before the session has begun. */
  private initialized(connection: Connection): void {
    if (connection.opening !== undefined) connection.isInitialized = true;
    else this.parts.audience.initialized(connection);
  }
}
