import { inspect } from 'node:util';
import type { Observable, Subscription } from 'rxjs';
import type { ClientCapabilities } from '../../protocol/client-capabilities.interface.js';
import type { ClientCapability } from '../../protocol/client-capability.js';
import { clientSupports } from '../../protocol/client-capability.js';
import type { Implementation } from '../../protocol/implementation.interface.js';
import type { JsonObject } from '../../protocol/json.js';
import type { LogLevel } from '../../protocol/log-level.js';
import type { McpTags } from '../../protocol/mcp-tags.js';
import { withTags } from '../../protocol/mcp-tags.js';
import type { TransportName } from '../../protocol/transport-name.js';
import type { McpComponents } from '../../registry/mcp-components.js';
import type { McpSessionState } from '../../sessions/session-state.js';
import { McpClientRequestError } from '../input-requests/client-request.error.js';
import { MissingCapabilityException } from '../input-requests/missing-capability.exception.js';
import { logMessage, wantsLog } from './log-message.js';
import { mayNotify } from './check-notification.js';
import { follow } from './follow.js';
import { readOnly } from './read-only.js';
import type { SessionLink } from './session-link.interface.js';

/**
 * A session, from the point of view of a hook that serves no request. Made for each callback; never
 * kept.
 *
 * @publicApi
 */
export class McpSessionContext<S extends object = Record<string, unknown>> {
  readonly #link: SessionLink;

  /** @internal made by the dispatcher */
  constructor(link: SessionLink) {
    this.#link = link;
  }

  /**
   * Id of the legacy session, by which `McpSessions` knows it; `undefined` in the modern era and with
   * `sessions: false`.
   */
  get sessionId(): string | undefined {
    const { connection } = this.#link.context;
    return connection?.isLasting ? connection.address : undefined;
  }

  /** The protocol revision, such as `2026-07-28`. */
  get protocolVersion(): string {
    return this.#link.context.revision.version;
  }

  /** How the client reached the server. */
  get transport(): TransportName {
    return this.#link.context.transport;
  }

  /** What the client says it is; not a basis for decisions. */
  get clientInfo(): Implementation | undefined {
    return readOnly(this.#link.context.clientInfo);
  }

  /** What the client declared it can do, word for word. */
  get clientCapabilities(): ClientCapabilities {
    return readOnly(this.#link.context.clientCapabilities);
  }

  /**
   * Whether the client declared that it can do something, and its revision has it. Up to 2025-11-25 it
   * said so in the handshake, in 2026-07-28 with this very request.
   *
   * @throws TypeError for a capability there is not
   */
  clientSupports(capability: ClientCapability): boolean {
    const { revision, clientCapabilities } = this.#link.context;
    return clientSupports(capability, revision, clientCapabilities);
  }

  /**
   * Refuses a client that cannot do what the method cannot do without (2026-07-28, Extension
   * negotiation). Where there is a way without it, ask {@link clientSupports} instead.
   *
   * @throws McpException `-32021`, naming what the client has to declare (2026-07-28)
   * @throws McpClientRequestError `unsupported` (up to 2025-11-25)
   * @throws TypeError for a capability there is not
   */
  requireClientSupport(capability: ClientCapability): void {
    if (this.clientSupports(capability)) return;
    if (this.#link.context.revision.era === 'modern') {
      throw new MissingCapabilityException([capability]);
    }
    throw new McpClientRequestError('unsupported', `the client does not support ${capability}`);
  }

  /** Key of the principal the session belongs to; `undefined` if it is nobody's. */
  get principalKey(): string | undefined {
    return this.#link.context.principalKey;
  }

  /** What tells the client apart from others: option `http.tags`, and what `tag` added. */
  get tags(): McpTags {
    return this.#link.tags;
  }

  /**
   * Adds tags for as long as the session lasts, such as `{ tenant: 'a' }`, by which `McpNotificationBus`
   * and `McpSessions` select; `undefined` takes one away. In `onInit` that is before the client is told
   * anything, in 2026-07-28 by its `subscriptions/listen`.
   *
   * @throws TypeError for what is no object of strings
   */
  tag(tags: Partial<McpTags>): void {
    this.#link.tags = withTags(this.#link.tags, tags);
  }

  /**
   * True once the client has said `notifications/initialized`. In 2026-07-28 there is no such message,
   * and it is always true.
   */
  get isInitialized(): boolean {
    const { connection } = this.#link.context;
    return connection === undefined || connection.isInitialized;
  }

  /**
   * What the application remembers of the session. In 2026-07-28, where each request is a session, it
   * lasts from `onInit` to `onTerminate` of the one request.
   */
  get state(): McpSessionState<S> {
    return this.#link.state as McpSessionState<object> as McpSessionState<S>;
  }

  /**
   * Lists of this session come in pages of so many entries; `undefined` goes back to `limits.pageSize`.
   * In 2026-07-28 that is the one request, so `onInit` is the place to say it.
   *
   * @throws RangeError for what is no whole number from 1
   */
  setPageSize(size: number | undefined): void {
    if (size !== undefined && !(Number.isSafeInteger(size) && size > 0)) {
      throw new RangeError(`a page has a whole number of entries from 1, not ${size}`);
    }
    this.#link.pageSize = size;
  }

  /**
   * Tools, resources, templates and prompts that only this session is offered, over those of the server.
   * They end with the session and are not stored; in 2026-07-28 they last for the one request, so
   * `onInit` is the place to register them. Up to 2025-11-25 the client is told with
   * `notifications/<list>/list_changed`.
   */
  get components(): McpComponents {
    return this.#link.components;
  }

  /** Aborted when nobody waits for this callback any more. */
  get signal(): AbortSignal {
    return this.#link.signal;
  }

  /**
   * Sends a notification of a method of your own, such as `notifications/shop/stock_changed`, to this
   * client. From a request it goes out with its response until that is answered, else on the stream of
   * the session; where there is no way to the client it is dropped.
   *
   * `notifications/{tools,resources,prompts}/list_changed` and `notifications/resources/updated` are
   * sent where they are declared and subscribed to, and dropped otherwise; see `McpNotificationBus`,
   * which tells them to everybody. A `subscriptions/listen` (2026-07-28) carries these and nothing else,
   * once it is acknowledged.
   *
   * @throws TypeError for a method that is no notification, or that has a method of its own here
   */
  async notify(method: string, params: JsonObject = {}): Promise<void> {
    if (!mayNotify(method, params, this.#link) || this.#link.signal.aborted) return;
    await this.#link.send({ jsonrpc: '2.0', method, params });
  }

  /**
   * Sends a log message to the client, unless it is below the threshold the client set. In the
   * modern era a client that set none gets none, and a server that does not declare the capability
   * sends none (2026-07-28, Logging).
   *
   * @param data any JSON value; never secrets. What JSON cannot say is sent as text.
   * @param logger name of the part that speaks
   * @deprecated since 2026-07-28, where it still works; may go with the first revision on or after
   *   2027-07-28. Write to the application's log, or to OpenTelemetry, instead.
   */
  async log(level: LogLevel, data: unknown, logger?: string): Promise<void> {
    if (!wantsLog(level, this.#link) || this.#link.signal.aborted) return;
    await this.#link.send(logMessage(level, data, logger));
  }

  /**
   * Tells this client that what a person was sent to an address for is done; see `elicitationComplete`
   * of `McpNotificationBus`. Only of questions that this very session asked.
   *
   * @returns false when it asked no such question, or that was refused, completed or forgotten
   */
  elicitationComplete(elicitationId: string): boolean {
    return this.#link.completeElicitation(elicitationId);
  }

  /**
   * Listens to an Observable of the application for as long as the session lasts; in 2026-07-28 that is
   * the request, such as a `subscriptions/listen`. Values come one after another: the next one waits
   * until what `next` returned has settled. At most `limits.maxSessionEvents` wait, and then the oldest
   * are dropped. What `next` throws and what the Observable fails with is logged.
   *
   * @returns to stop listening earlier
   */
  subscribe<T>(source: Observable<T>, next: (value: T) => unknown): Subscription {
    const link = this.#link;
    const { held } = link.scope;
    const subscription = follow(source, next, link);
    const letGo = () => {
      try {
        subscription.unsubscribe();
      } catch (thrown) {
        // One that cannot be left must not keep the session from its end.
        link.report(thrown, 'an Observable of ctx.subscribe()');
      }
    };
    held.add(letGo);
    subscription.add(() => held.remove(letGo));
    return subscription;
  }

  /**
   * Ends the session: its requests are answered with `-32603`, its streams end, and `onTerminate` runs.
   * In 2026-07-28 that is the request.
   *
   * @param reason told to the client
   */
  stop(reason = 'The session was ended by the server'): void {
    this.#link.stop(reason);
  }

  /** Shows neither request nor state, which may be private. */
  [inspect.custom](): string {
    const { transport, protocolVersion } = this;
    return `${this.constructor.name} ${inspect({ transport, protocolVersion })}`;
  }
}
