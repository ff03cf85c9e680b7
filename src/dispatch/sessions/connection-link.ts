import type { McpNotificationBus } from '../../notifications/mcp-notification-bus.js';
import type { JsonRpcNotification } from '../../protocol/json-rpc.js';
import type { McpTags } from '../../protocol/mcp-tags.js';
import { ASSUMED_LEGACY_REVISION } from '../../protocol/revisions/revisions.js';
import type { Connection } from '../../sessions/connection.js';
import type { StateDraft } from '../../sessions/session-state.js';
import type { UrlElicitations } from '../input-requests/url-elicitations.js';
import type { ReportFailure } from '../telemetry/report-failure.js';
import { pushToConnection } from './push-to-connection.js';
import type { LinkContext, SessionLink } from './session-link.interface.js';
import type { OpenComponents, SessionComponents } from './session-components.js';
import { SessionScope } from './session-scope.js';

/** What links of sessions need of their server. */
export interface ConnectionLinkParts {
  readonly bus: McpNotificationBus;
  readonly mayLog: (connection: Connection) => boolean;
  readonly tellsChanges: (list: string) => boolean;
  readonly openComponents: OpenComponents;
  readonly elicitations: UrlElicitations;
  readonly limits: { readonly maxSessionEvents: number };
  readonly report: ReportFailure;
}

/** A session outside its requests: what is sent goes out on its own stream. */
export class ConnectionLink implements SessionLink {
  readonly isListen = false;

  /** @param stateNow by default the state as it is when somebody looks */
  constructor(
    private readonly connection: Connection,
    private readonly parts: ConnectionLinkParts,
    readonly signal: AbortSignal,
    private stateNow?: StateDraft,
  ) {}

  get context(): LinkContext {
    const { connection } = this;
    const { handshake, ownerKey, transport } = connection;
    return {
      transport,
      connection,
      revision: handshake?.revision ?? ASSUMED_LEGACY_REVISION,
      clientInfo: handshake?.clientInfo,
      clientCapabilities: handshake?.clientCapabilities ?? {},
      logLevel: undefined,
      principalKey: ownerKey,
    };
  }

  get scope(): SessionScope {
    return SessionScope.of(this.connection);
  }

  get state(): StateDraft {
    return (this.stateNow ??= this.scope.state.draft());
  }

  get components(): SessionComponents {
    const { connection, scope } = this;
    return scope.components(() => this.parts.openComponents(connection));
  }

  get tags(): McpTags {
    return this.connection.tags;
  }

  set tags(tags: McpTags) {
    this.connection.tags = tags;
  }

  get pageSize(): number | undefined {
    return this.connection.pageSize;
  }

  set pageSize(size: number | undefined) {
    this.connection.pageSize = size;
  }

  get maxWaiting(): number {
    return this.parts.limits.maxSessionEvents;
  }

  get mayLog(): boolean {
    return this.parts.mayLog(this.connection);
  }

  /** The callback succeeded: what it wrote to the state stays. */
  commitState(): void {
    this.stateNow?.commit();
  }

  tellsChanges(list: string): boolean {
    return this.parts.tellsChanges(list);
  }

  send(notification: JsonRpcNotification): void {
    pushToConnection(this.parts.bus, this.connection, notification);
  }

  completeElicitation(id: string): boolean {
    return this.parts.elicitations.complete(id, this.connection);
  }

  stop(reason: string): void {
    this.connection.close('stopped', reason);
  }

  report(thrown: unknown, place: string): void {
    this.parts.report(thrown, place);
  }
}
