import type { JsonRpcNotification } from '../../protocol/json-rpc.js';
import type { McpTags } from '../../protocol/mcp-tags.js';
import { ASSUMED_LEGACY_REVISION } from '../../protocol/revisions/revisions.js';
import type { Connection } from '../../sessions/connection.js';
import type { StateDraft } from '../../sessions/session-state.js';
import type { LinkServices } from './link-services.js';
import type { LinkContext, SessionLink } from './session-link.interface.js';
import type { SessionComponents } from './session-components.js';
import { SessionScope } from './session-scope.js';

/** A session outside its requests: what is sent goes out on its own stream. */
export class ConnectionLink implements SessionLink {
  readonly isListen = false;

  /** @param stateNow by default the state as it is when somebody looks */
  constructor(
    private readonly connection: Connection,
    private readonly services: LinkServices,
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
    return scope.components(() => this.services.openComponents(connection));
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
    return this.services.maxWaiting;
  }

  get mayLog(): boolean {
    return this.services.mayLog(this.connection.isLasting);
  }

  /** The callback succeeded: what it wrote to the state stays. */
  commitState(): void {
    this.stateNow?.commit();
  }

  tellsChanges(list: string): boolean {
    return this.services.tellsChanges(list);
  }

  send(notification: JsonRpcNotification): void {
    this.services.push(this.connection, notification);
  }

  completeElicitation(id: string): boolean {
    return this.services.completeElicitation(id, this.connection);
  }

  stop(reason: string): void {
    this.connection.close('stopped', reason);
  }

  report(thrown: unknown, place: string): void {
    this.services.report(thrown, place);
  }
}
