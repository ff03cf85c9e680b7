import { inspect } from 'node:util';
import type { ClientCapabilities } from '../../protocol/client-capabilities.interface.js';
import type { Implementation } from '../../protocol/implementation.interface.js';
import type { JsonObject } from '../../protocol/json.js';
import type { LogLevel } from '../../protocol/log-level.js';
import type { McpComponents } from '../../registry/mcp-components.js';
import type { McpRecipient } from '../../protocol/mcp-recipient.interface.js';
import type { McpTags } from '../../protocol/mcp-tags.js';
import { withTags } from '../../protocol/mcp-tags.js';
import type { SessionCallbacks } from '../hooks/session-callbacks.js';
import type { TransportName } from '../../protocol/transport-name.js';
import { mayNotify } from './check-notification.js';
import { logMessage, wantsLog } from './log-message.js';
import { readOnly } from './read-only.js';

/**
 * A session that lives (up to 2025-11-25), for application code outside its requests: see
 * {@link McpSessions}. May be kept; once the session is over nothing it does has an effect.
 *
 * @publicApi
 */
export class McpSession<S extends object = Record<string, unknown>> implements McpRecipient {
  readonly #callbacks: SessionCallbacks;

  /** @internal made by the dispatcher */
  constructor(callbacks: SessionCallbacks) {
    this.#callbacks = callbacks;
  }

  /**
   * What it is addressed by, and `ctx.sessionId` in its requests: over HTTP its session id, on stdio
   * `stdio`, for a direct connection `direct:` and its id.
   */
  get id(): string {
    return this.#callbacks.connection.address;
  }

  /** How the client reached the server. */
  get transport(): TransportName {
    return this.#callbacks.connection.transport;
  }

  /** The protocol revision, such as `2025-11-25`. */
  get protocolVersion(): string {
    return this.#callbacks.link().context.revision.version;
  }

  /** What the client says it is; not a basis for decisions. */
  get clientInfo(): Implementation | undefined {
    return readOnly(this.#callbacks.link().context.clientInfo);
  }

  /** What the client declared it can do. */
  get clientCapabilities(): ClientCapabilities {
    return readOnly(this.#callbacks.link().context.clientCapabilities);
  }

  /** Key of the principal it belongs to; `undefined` if it is nobody's. */
  get principalKey(): string | undefined {
    return this.#callbacks.connection.ownerKey;
  }

  /** What tells it apart from others: option `http.tags`, and what `tag` added. */
  get tags(): McpTags {
    return this.#callbacks.connection.tags;
  }

  /** True once the client has said `notifications/initialized`. */
  get isInitialized(): boolean {
    return this.#callbacks.connection.isInitialized;
  }

  /** True once it is over. */
  get hasEnded(): boolean {
    return this.#callbacks.connection.hasEnded;
  }

  /** A copy of what the application remembers of it. To change it, `send` or `call`. */
  get state(): Partial<S> {
    return this.#callbacks.connection.state.toObject() as Partial<S>;
  }

  /** Tools, resources, templates and prompts that only this session is offered. */
  get components(): McpComponents {
    return this.#callbacks.link().components;
  }

  /**
   * Adds tags, such as `{ tenant: 'a' }`; `undefined` takes one away.
   *
   * @throws TypeError for what is no object of strings
   */
  tag(tags: Partial<McpTags>): void {
    const { connection } = this.#callbacks;
    connection.tags = withTags(connection.tags, tags);
  }

  /**
   * Hands an event to `onEvent` of the hooks, after what the session was handed before.
   *
   * @returns false when it was not taken: the session is over, or has `limits.maxSessionEvents` waiting
   * @throws McpConfigurationError when there is no such hook
   */
  send(event: unknown): boolean {
    return this.#callbacks.deliver('onEvent', event);
  }

  /** The same for `onCast`. */
  cast(message: unknown): boolean {
    return this.#callbacks.deliver('onCast', message);
  }

  /**
   * Hands a message to `onCall` of the hooks, and gives what that returns.
   *
   * @throws what `onCall` throws; Error when the message was not taken, and when the session is over
   *   before its turn comes
   */
  call(message: unknown): Promise<unknown> {
    return this.#callbacks.call(message);
  }

  /**
   * Sends a notification of a method of your own to this client, on the stream of the session; see
   * `notify` of the context.
   *
   * @throws TypeError for a method that is no notification, or that is said in another way
   */
  notify(method: string, params: JsonObject = {}): void {
    const link = this.#callbacks.link();
    if (mayNotify(method, params, link)) link.send({ jsonrpc: '2.0', method, params });
  }

  /** Sends a log message to this client, unless it is below the threshold the client set. */
  log(level: LogLevel, data: unknown, logger?: string): void {
    const link = this.#callbacks.link();
    if (wantsLog(level, link)) link.send(logMessage(level, data, logger));
  }

  /**
   * Ends it: its requests are answered with `-32603`, its streams end, and `onTerminate` runs.
   *
   * @param reason told to the client
   */
  stop(reason = 'The session was ended by the server'): void {
    this.#callbacks.connection.close('stopped', reason);
  }

  /** Shows neither state nor principal, which may be private. */
  [inspect.custom](): string {
    const { id, transport, hasEnded } = this;
    return `McpSession ${inspect({ id, transport, hasEnded })}`;
  }
}
