import type { JsonRpcNotification } from '../../protocol/json-rpc.js';
import type { McpTags } from '../../protocol/mcp-tags.js';
import type { StateDraft } from '../../sessions/session-state.js';
import type { RequestContext } from '../request-context.interface.js';
import type { SessionComponents } from './session-components.js';
import type { SessionScope } from './session-scope.js';

/** What is known of a session without a request. */
export type LinkContext = Pick<
  RequestContext,
  | 'revision'
  | 'transport'
  | 'connection'
  | 'clientInfo'
  | 'clientCapabilities'
  | 'logLevel'
  | 'principalKey'
>;

/** What a context is made of: a session, as one callback reaches it. */
export interface SessionLink {
  readonly context: LinkContext;
  readonly scope: SessionScope;
  /** The state of the session, as this callback has it. */
  readonly state: StateDraft;
  /** Aborted when nobody waits for the callback any more. */
  readonly signal: AbortSignal;
  /** What the application tells it apart by. */
  tags: McpTags;
  /** True for `subscriptions/listen`, which carries changes and nothing else (2026-07-28). */
  readonly isListen: boolean;
  /** Values of the application that may wait for one of its listeners. */
  readonly maxWaiting: number;
  /** True when the server declares that it sends log messages. */
  readonly mayLog: boolean;
  /** Lists whose changes the server declares that it tells. */
  tellsChanges(list: string): boolean;
  /** Entries in one page of its lists; `undefined` where it is that of the server. */
  pageSize: number | undefined;
  /** What only this session is offered. */
  readonly components: SessionComponents;
  /** Sends to the client, in the way the callback has. */
  send(notification: JsonRpcNotification): void | Promise<void>;
  /** Tells the client that its elicitation is complete, if it is one of this session. */
  completeElicitation(id: string): boolean;
  /** Ends the session. */
  stop(reason: string): void;
  /** Tells of code of the application that threw where nobody waits for it. */
  report(thrown: unknown, place: string): void;
}
