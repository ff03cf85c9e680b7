import type { CacheableMethod, CacheHint } from '../../protocol/cache-hint.interface.js';
import type { Implementation } from '../../protocol/implementation.interface.js';
import type { JsonObject } from '../../protocol/json.js';
import type { Root } from '../input-requests/roots.js';
import type { SamplingResult } from '../../protocol/sampling.interface.js';
import type { ElicitResult, UrlElicitResult } from '../input-requests/elicitation.js';
import type { ToolDescription } from '../../registry/definition-descriptions.interface.js';
import type { CapabilityOptions } from '../capability-options.interface.js';
import type { McpContext } from '../mcp-context.js';
import type { McpSessionContext } from '../sessions/mcp-session-context.js';
import type { SessionEndReason } from '../../sessions/session-end.js';
import type { NO_REPLY } from './no-reply.js';

/**
 * A request or notification as a hook sees it.
 *
 * @publicApi
 */
export interface HookMessage {
  readonly method: string;
  /** With `_meta`; `{}` where the client sent none. */
  readonly params: JsonObject;
}

/**
 * What a client wants completed (`completion/complete`).
 *
 * @publicApi
 */
export interface CompletionQuery {
  readonly ref:
    | { readonly type: 'ref/prompt' | 'ref/tool'; readonly name: string }
    | { readonly type: 'ref/resource'; readonly uri: string };
  /** Name of the argument or variable. */
  readonly argument: string;
  /** What was typed so far. */
  readonly value: string;
  /** Arguments that are filled in already. */
  readonly arguments: JsonObject;
}

/**
 * What `onInit` and `onSessionExpired` return to refuse a session: `-32603` with this text.
 *
 * @publicApi
 */
export interface InitRefusal {
  readonly error: string;
}

/**
 * What `onSessionExpired` returns to say what the client is, in place of what was stored.
 *
 * @publicApi
 */
export interface RecoveredClient {
  readonly clientInfo: Implementation;
}

type Awaitable<T> = T | Promise<T>;

/**
 * The application's part in the life of sessions and requests: option `hooks` of `McpModule`, an object
 * or a class that some module provides. Every hook is optional.
 *
 * A session is a conversation up to 2025-11-25: from `initialize` to its end. In 2026-07-28 each request
 * is one, so `onInit` runs before it and `onTerminate` after it.
 *
 * What belongs to a request runs with it, in its time. The others run one after another for each session,
 * and each takes at most `limits.callbackTimeoutMs`.
 *
 * @publicApi
 */
export interface McpHooks {
  /**
   * What the server says it is, over the options of the same names. Asked once, at boot; so are the next
   * two.
   */
  serverInfo?(): Awaitable<Partial<Implementation>>;

  /** Capabilities, in the form of the option `capabilities` and instead of it. */
  serverCapabilities?(): Awaitable<CapabilityOptions>;

  /** Revisions to serve, instead of the option `protocolVersions`. */
  supportedProtocolVersions?(): Awaitable<readonly string[]>;

  /**
   * How to use the server, for this client, instead of the option `instructions`: `null` and `undefined`
   * say nothing. Asked before `onInit`; in 2026-07-28 for `server/discover`.
   */
  instructions?(ctx: McpContext): Awaitable<string | null | undefined>;

  /**
   * How long clients may keep results of a method (2026-07-28, Caching), over the option `cacheHints`;
   * `undefined` leaves it at that. Asked for every such result, so it should be quick. What is no hint is
   * logged and counts as none. Results that are somebody's own stay `private`.
   */
  cacheHints?(method: CacheableMethod): CacheHint | undefined;

  /**
   * A session begins. Runs once, before any other request of the session, within `initialize`: so
   * `ctx.isInitialized` is false yet. What it writes to `ctx.state` is there from then on. Runs again when
   * the session comes back from `sessions.store`, unless there is `onSessionExpired`.
   *
   * Throwing refuses the session: an `McpException` with its code, anything else as `-32603`.
   *
   * @param clientInfo `{}` for a client that does not say what it is
   */
  onInit?(
    clientInfo: Partial<Implementation>,
    ctx: McpContext,
  ): Awaitable<void | undefined | InitRefusal>;

  /**
   * A session that does not live in this process comes back: from `sessions.store`, or from nothing with
   * `sessions.autoRecover: 'always'`. Runs in place of `onInit`, before what the client sent is served;
   * `ctx.state` is what was stored. Without this hook `onInit` runs, with the client info that was
   * stored, and should keep what is there (`ctx.state.setIfAbsent()`). What is bound to the process, such
   * as `ctx.subscribe()`, is to be made anew. Nothing can be sent to the client from here.
   *
   * `{ error }`, or throwing an `McpException`, refuses the session: the client gets an error, `-32603` for
   * the former, and the record is deleted. Anything else that is thrown is a failure: `-32603` too, but
   * it is tried again with a later message, `limits.maxRestoreAttempts` times in all.
   */
  onSessionExpired?(
    sessionId: string,
    ctx: McpContext,
  ): Awaitable<void | undefined | RecoveredClient | InitRefusal>;

  /**
   * Makes what `sessions.store` keeps out of the state of a session; by default it is kept as it is. What
   * is returned must be an object of plain JSON, and is the state when the session comes back. May take
   * `limits.storeTimeoutMs`.
   */
  serializeState?(state: Readonly<Record<string, unknown>>): Awaitable<object>;

  /**
   * A request, after the policy and before anything else: what is returned is the result, as it goes
   * over the wire. `undefined` leaves the request to the server, and {@link NO_REPLY} answers it with
   * nothing. For a tool call it stands in place of look-up and method; a call that needs an approval
   * comes here when it is approved. Also sees methods this package does not know, behind `authorizeRead`.
   *
   * Not asked about `initialize`, `ping`, `server/discover` and `subscriptions/listen`.
   */
  onRequest?(
    request: HookMessage,
    ctx: McpContext,
  ): Awaitable<JsonObject | typeof NO_REPLY | undefined>;

  /**
   * The tools of this caller, out of all there are: leave some out, or return copies with another title,
   * description, annotations, icons, `meta`, `inputSchema` or `outputSchema`. For listing and calling alike: a
   * tool that is left out looks unknown, and a changed schema is enforced besides the original one.
   *
   * Asked for every `tools/list`, `tools/call` and completion of a tool's argument, so it should be quick.
   * `ctx.state` has what `onInit` wrote. What it throws fails the request.
   */
  serverTools?(
    tools: readonly ToolDescription[],
    ctx: McpContext,
  ): Awaitable<readonly ToolDescription[]>;

  /** Serves tools that were registered without a handler; returns what a handler may return. */
  onToolCall?(name: string, args: JsonObject, ctx: McpContext): unknown;

  /** Serves prompts that were registered without a handler. */
  onPromptGet?(name: string, args: JsonObject, ctx: McpContext): unknown;

  /**
   * Serves resources and templates that were registered without a handler.
   *
   * @param variables of the template; `{}` for a resource with one address
   */
  onResourceRead?(uri: string, variables: JsonObject, ctx: McpContext): unknown;

  /** Completes what is known and has no completer of its own. */
  onCompletion?(query: CompletionQuery, ctx: McpContext): unknown;

  /**
   * Somebody begins to care for a resource: the first subscription to it, over all sessions and listens.
   * What it throws is logged.
   *
   * @param uri in its normal form
   */
  onResourceAttached?(uri: string): Awaitable<void>;

  /** Nobody cares for the resource any more; once for each `onResourceAttached`. */
  onResourceDetached?(uri: string): Awaitable<void>;

  /** A notification of the client, after the server has seen it. What it throws is logged. */
  onNotification?(notification: HookMessage, ctx: McpSessionContext): Awaitable<void>;

  /** `session.send(event)` of the application. Throwing ends the session. */
  onEvent?(event: unknown, ctx: McpSessionContext): Awaitable<void>;

  /** `session.cast(message)` of the application. Throwing ends the session. */
  onCast?(message: unknown, ctx: McpSessionContext): Awaitable<void>;

  /** `session.call(message)` of the application, which gets what is returned or thrown. */
  onCall?(message: unknown, ctx: McpSessionContext): unknown;

  /** A person answered `ctx.elicit()` or `ctx.elicitUrl()`, before the method goes on. */
  onElicitation?(answer: ElicitResult<unknown> | UrlElicitResult, ctx: McpContext): Awaitable<void>;

  /** The client's model answered `ctx.sample()`, before the method goes on. */
  onSampling?(answer: SamplingResult, ctx: McpContext): Awaitable<void>;

  /** The client answered `ctx.listRoots()`, before the method goes on. */
  onRoots?(roots: readonly Root[], ctx: McpContext): Awaitable<void>;

  /**
   * A session is over; exactly once for each that `onInit` let begin, whatever ended it, also where nobody
   * waited for it any more. Comes after everything else of the session, and sees the state as it was
   * last. What it throws is logged.
   */
  onTerminate?(reason: SessionEndReason, ctx: McpSessionContext): Awaitable<void>;
}
