import type { ClientCapabilities } from '../protocol/client-capabilities.interface.js';
import type { Implementation } from '../protocol/implementation.interface.js';
import type { LogLevel } from '../protocol/log-level.js';
import type { McpTags } from '../protocol/mcp-tags.js';
import { NO_TAGS } from '../protocol/mcp-tags.js';
import type { Revision } from '../protocol/revisions/revision.interface.js';
import type { TransportName } from '../protocol/transport-name.js';
import type { SessionEnd, SessionEndReason } from './session-end.js';
import { SessionState } from './session-state.js';

/** What `initialize` settles. */
export interface Handshake {
  readonly revision: Revision;
  readonly clientInfo: Implementation | undefined;
  readonly clientCapabilities: ClientCapabilities;
}

/** What sets one kind of connection apart from another. */
export interface ConnectionOptions {
  /** Under which name messages are sent to it; by default its id. */
  readonly address?: string;
  /** False for one that is over with the request that made it; by default true. */
  readonly isLasting?: boolean;
  /** By default `http`. */
  readonly transport?: TransportName;
  /** What the application says of whoever opens it. */
  readonly tags?: McpTags;
}

/**
 * One legacy conversation: a session on Streamable HTTP, the process on stdio. It outlives its
 * streams and requests.
 */
export class Connection {
  /** Resources it subscribed to: what a URI is compared by, and the URI as the client wrote it. */
  readonly subscriptions = new Map<string, string>();

  /** Why it is over, if it is: nothing may be kept for it any more. The first reason counts. */
  endReason: SessionEndReason | undefined;

  /** Settles when the application has let it begin; requests wait for that. Absent at other times. */
  opening: Promise<void> | undefined;

  /** Ends it, in the way of whoever holds it. */
  closer: ((end: SessionEnd) => void) | undefined;

  /** Told of every change of what is remembered of it. */
  watcher: (() => void) | undefined;

  private handshakeNow: Handshake | undefined;
  private initializedNow = false;
  private logLevelNow: LogLevel | undefined;
  private tagsNow: McpTags;
  private pageSizeNow: number | undefined;
  private stateNow: SessionState | undefined;

  readonly address: string;

  /**
   * True when something can be remembered of it and sent to it after a request. Where it is false
   * there are no questions, subscriptions, log thresholds or notices of changes.
   */
  readonly isLasting: boolean;

  readonly transport: TransportName;

  /**
   * @param id unguessable
   * @param ownerKey key of the principal that opened it; nobody else may use it
   */
  constructor(
    readonly id: string,
    readonly ownerKey: string | undefined,
    { address = id, isLasting = true, transport = 'http', tags = NO_TAGS }: ConnectionOptions = {},
  ) {
    this.address = address;
    this.isLasting = isLasting;
    this.transport = transport;
    this.tagsNow = tags;
  }

  /** Set by `initialize`; a later `initialize` refreshes client info and capabilities. */
  get handshake(): Handshake | undefined {
    return this.handshakeNow;
  }

  set handshake(handshake: Handshake | undefined) {
    this.handshakeNow = handshake;
    this.changed();
  }

  /**
   * True once `notifications/initialized` came. Before that a server should send nothing it was not
   * asked for (every legacy revision, Lifecycle).
   */
  get isInitialized(): boolean {
    return this.initializedNow;
  }

  set isInitialized(isInitialized: boolean) {
    this.initializedNow = isInitialized;
    this.changed();
  }

  /** Threshold of log messages; `undefined` until the client sets one, and then all are sent. */
  get logLevel(): LogLevel | undefined {
    return this.logLevelNow;
  }

  set logLevel(level: LogLevel | undefined) {
    this.logLevelNow = level;
    this.changed();
  }

  /** What the application tells it apart by. */
  get tags(): McpTags {
    return this.tagsNow;
  }

  set tags(tags: McpTags) {
    this.tagsNow = tags;
    this.changed();
  }

  /** Entries in one page of its lists; `undefined` where it is that of the server. */
  get pageSize(): number | undefined {
    return this.pageSizeNow;
  }

  set pageSize(size: number | undefined) {
    this.pageSizeNow = size;
    this.changed();
  }

  /** Something that is remembered of it has changed. */
  changed(): void {
    this.watcher?.();
  }

  /**
   * Ends it for the application.
   *
   * @param detail told to the client for every request without an answer
   */
  close(reason: SessionEndReason, detail: string): void {
    if (!this.hasEnded) this.closer?.({ reason, detail });
  }

  /** True when it is over. */
  get hasEnded(): boolean {
    return this.endReason !== undefined;
  }

  /** What the application remembers of it. */
  get state(): SessionState {
    return (this.stateNow ??= new SessionState(() => this.changed()));
  }

  /** Its id, where that says who comes back: the id of one that does not last names nobody. */
  get lastingId(): string | undefined {
    return this.isLasting ? this.id : undefined;
  }
}
