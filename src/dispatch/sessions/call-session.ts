import type { McpTags } from '../../protocol/mcp-tags.js';
import { NO_TAGS } from '../../protocol/mcp-tags.js';
import type { Connection } from '../../sessions/connection.js';
import type { StateDraft } from '../../sessions/session-state.js';
import type { RequestContext } from '../request-context.interface.js';
import { SessionScope } from './session-scope.js';

/** What a session is known by when a call comes. */
export type CallSessionContext = Pick<RequestContext, 'connection' | 'tagsOf' | 'host'>;

/**
 * The session of one call, as the call has it: that of its connection, or one of its own that is over
 * with it where nothing lasts (2026-07-28, and `sessions: false`).
 */
export class CallSession {
  /** The connection, where that outlasts the request. */
  readonly lasting: Connection | undefined;
  /** True while the application decides whether the session begins. */
  isOpening = false;
  private ownScope: SessionScope | undefined;
  private ownTags: McpTags | undefined;
  private ownPageSize: number | undefined;
  private draft: StateDraft | undefined;
  private hasEnded = false;

  /** @param signal of the call, aborted when nothing of it is wanted any more */
  constructor(
    private readonly context: CallSessionContext,
    private readonly signal: AbortSignal,
  ) {
    const { connection } = context;
    this.lasting = connection?.isLasting === true ? connection : undefined;
  }

  /** True where nothing lasts beyond the request, so that it is a session of its own. */
  get isAlone(): boolean {
    return this.lasting === undefined;
  }

  /** True once the call is over. */
  get isOver(): boolean {
    return this.hasEnded;
  }

  get scope(): SessionScope {
    if (this.lasting !== undefined) return SessionScope.of(this.lasting);
    if (this.ownScope === undefined) {
      this.ownScope = new SessionScope();
      if (this.hasEnded) this.ownScope.end();
    }
    return this.ownScope;
  }

  /** Its scope, if anybody needed that so far. */
  get knownScope(): SessionScope | undefined {
    return this.lasting === undefined ? this.ownScope : SessionScope.find(this.lasting);
  }

  /** @throws what the application throws when it is asked for them */
  get tags(): McpTags {
    if (this.lasting !== undefined) return this.lasting.tags;
    const { tagsOf, host } = this.context;
    return (this.ownTags ??= tagsOf?.(host.request) ?? NO_TAGS);
  }

  set tags(tags: McpTags) {
    if (this.lasting === undefined) this.ownTags = tags;
    else this.lasting.tags = tags;
  }

  /** Entries in one page of its lists; `undefined` where it is that of the server. */
  get pageSize(): number | undefined {
    return this.lasting === undefined ? this.ownPageSize : this.lasting.pageSize;
  }

  set pageSize(size: number | undefined) {
    if (this.lasting === undefined) this.ownPageSize = size;
    else this.lasting.pageSize = size;
  }

  /** The state, as the callback that runs has it. */
  get state(): StateDraft {
    // What code that a call left running still writes is nobody's, but for the beginning of a session.
    if (this.hasEnded && !this.isOpening) return this.scope.state.draft();
    return (this.draft ??= this.scope.state.draft());
  }

  /** A callback of the application succeeded: what it wrote to the state stays, if it is wanted still. */
  commitState(): void {
    if (!this.signal.aborted) this.draft?.commit();
  }

  /** The state as the beginning of a session has left it that nobody waits for any more. */
  takeState(): StateDraft {
    const { state } = this;
    this.isOpening = false;
    this.draft = undefined;
    return state;
  }

  /** A callback failed, and the call goes on with another one. */
  dropState(): void {
    this.draft = undefined;
  }

  /** The call is over, and so is the session, if it was only that. */
  end(): void {
    this.hasEnded = true;
    this.ownScope?.end();
  }
}
