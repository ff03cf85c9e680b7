import { legacyContext } from '../../dispatch/create-request-context.js';
import type { McpDispatcher } from '../../dispatch/mcp-dispatcher.js';
import type { Outlet } from '../../dispatch/outlet.interface.js';
import type { RestoreOutcome } from '../../dispatch/sessions/session-restoration.js';
import type { Clock } from '../../protocol/clock.js';
import { ErrorCode } from '../../protocol/error-codes.js';
import { hasIdForm } from '../../protocol/id-generator.js';
import type { JsonRpcErrorObject } from '../../protocol/json-rpc.js';
import { ASSUMED_LEGACY_REVISION } from '../../protocol/revisions/revisions.js';
import { Connection } from '../../sessions/connection.js';
import { StoreFailedError } from '../../sessions/guarded-session-store.js';
import type { RestoreAttemptLimits } from '../../sessions/restore-attempts.js';
import { RestoreAttempts } from '../../sessions/restore-attempts.js';
import type { SessionEnd } from '../../sessions/session-end.js';
import type { SessionKeeper } from '../../sessions/session-keeper.js';
import type { SessionOptions } from '../../sessions/session-options.interface.js';
import { connectionOf } from '../../sessions/session-record.js';
import type { SessionRegistry } from '../../sessions/session-registry.js';
import { RETRY_MS } from './ask-later.js';
import type { HttpExchange } from './http-exchange.js';
import type { LegacyVersions } from './legacy-versions.js';
import type { RequestTags } from './request-tags.js';
import type { SessionStreamTable } from './streams/session-stream-table.js';

/** What recovery is made of. */
export interface SessionRecoveryParts {
  readonly dispatcher: McpDispatcher;
  readonly sessions: SessionRegistry;
  readonly streams: SessionStreamTable;
  readonly keeper: SessionKeeper;
  readonly versions: LegacyVersions;
  readonly tags: RequestTags;
  readonly policy: NonNullable<SessionOptions['autoRecover']>;
  readonly limits: RestoreAttemptLimits & {
    /** Look-ups and restores under way at once. */
    readonly maxSessionRestores: number;
  };
  readonly clock: Clock;
}

/**
 * What became of a session that does not live here.
 *
 * - `live`: now it does
 * - `absent`: there is none, or it is somebody else's, which must look the same
 * - `refused`: the application does not let it come back, or its code failed
 * - `later`: it may be there, and the client should ask again
 */
export type Recovery =
  | { readonly kind: 'live'; readonly connection: Connection }
  | { readonly kind: 'absent' }
  | { readonly kind: 'refused'; readonly error: JsonRpcErrorObject }
  | { readonly kind: 'later'; readonly error: JsonRpcErrorObject; readonly afterMs: number };

interface Returning {
  readonly connection: Connection;
  readonly subscriptions: readonly string[];
}

/**
 * Brings sessions back that a client names and that do not live in this process. Each is brought back
 * once, however many of its messages come meanwhile; all of them wait for that.
 */
export class SessionRecovery {
  private readonly pending = new Map<string, Promise<Recovery>>();
  private readonly attempts: RestoreAttempts;
  /** Ids of sessions that are about to live here. */
  private readonly returningIds = new Set<string>();

  constructor(private readonly parts: SessionRecoveryParts) {
    this.attempts = new RestoreAttempts(parts.limits, parts.clock);
  }

  /** Restores under way, and failed ones that are remembered; zero at rest. */
  get size(): number {
    return this.pending.size + this.attempts.size;
  }

  /** What became of the session a message names; `undefined` where none can be brought back. */
  recover(id: string, exchange: HttpExchange): Promise<Recovery> | undefined {
    if (!this.isOn || !hasIdForm(id)) return undefined;
    // Only its owner may bring a session back, so strangers neither wait for it nor hold it up.
    const key = JSON.stringify([id, exchange.principalKey]);
    const known = this.pending.get(key);
    if (known !== undefined) return known;
    if (this.pending.size >= this.parts.limits.maxSessionRestores) return Promise.resolve(CROWDED);
    const recovery = this.find(id, key, exchange).finally(() => this.pending.delete(key));
    this.pending.set(key, recovery);
    return recovery;
  }

  /** Nothing is brought back any more. */
  close(): void {
    this.attempts.close();
  }

  private get isOn(): boolean {
    const { policy, keeper } = this.parts;
    return policy === 'always' || (policy === 'stored' && keeper.hasStore);
  }

  private async find(id: string, key: string, exchange: HttpExchange): Promise<Recovery> {
    const delay = this.attempts.delayOf(key);
    if (delay > 0) return later('The session could not be restored; try again later', delay);
    const returning = await this.returning(id, exchange);
    if (returning === 'unknown') {
      return later('The session store does not answer; try again later', RETRY_MS);
    }
    // An id that one client has, another cannot make up; it looks the same as one there is not.
    if (returning === undefined || this.isTaken(id)) return ABSENT;
    const release = this.parts.sessions.reserve();
    if (release === undefined) return later('Too many sessions, try again later', RETRY_MS);
    this.returningIds.add(id);
    try {
      return await this.restore(returning, key, exchange);
    } finally {
      this.returningIds.delete(id);
      release();
    }
  }

  private isTaken(id: string): boolean {
    return this.parts.sessions.has(id) || this.returningIds.has(id);
  }

  /** The session as it comes back; `unknown` when the store cannot say whether there is one. */
  private async returning(
    id: string,
    exchange: HttpExchange,
  ): Promise<Returning | 'unknown' | undefined> {
    const { keeper, versions } = this.parts;
    const stored = await keeper.load(id).catch(unlessStoreFailed);
    if (stored === 'unknown') return stored;
    if (stored === undefined) return this.invented(id, exchange);
    const revision = versions.find(stored.protocolVersion);
    const isTheirs = keeper.isOwn(stored) && stored.ownerKey === exchange.principalKey;
    if (!isTheirs || revision === undefined) return undefined;
    const { subscriptions } = stored;
    return { connection: connectionOf(stored, revision), subscriptions };
  }

  /** None is made up only to be ended. */
  private invented(id: string, exchange: HttpExchange): Returning | undefined {
    const { policy, keeper, versions, tags } = this.parts;
    if (policy !== 'always' || exchange.raw.method === 'DELETE' || keeper.hasEnded(id)) return;
    const revision = versions.suppose(exchange);
    if (revision === undefined) return undefined;
    const connection = new Connection(id, exchange.principalKey, { tags: tags.of(exchange) });
    connection.handshake = { revision, clientInfo: undefined, clientCapabilities: {} };
    connection.isInitialized = true;
    return { connection, subscriptions: [] };
  }

  private async restore(
    { connection, subscriptions }: Returning,
    key: string,
    exchange: HttpExchange,
  ): Promise<Recovery> {
    const { dispatcher, sessions, streams, keeper } = this.parts;
    const outcome = await dispatcher.restore(contextOf(connection, exchange), subscriptions);
    if (outcome.kind !== 'restored') return this.fail(connection, key, outcome);
    this.attempts.forget(key);
    if (!sessions.adopt(connection)) {
      dispatcher.end(connection, STOPPED);
      return ABSENT;
    }
    streams.begin(connection, { isRestored: true });
    keeper.watch(connection, (since) => sessions.wasUsedSince(since, connection));
    return { kind: 'live', connection };
  }

  private fail(
    connection: Connection,
    key: string,
    { kind, error }: Exclude<RestoreOutcome, { kind: 'restored' }>,
  ): Recovery {
    const { dispatcher, keeper } = this.parts;
    dispatcher.end(connection, REFUSED);
    if (kind === 'busy') return { kind: 'later', error, afterMs: RETRY_MS };
    const mayTryAgain = kind === 'failed' && this.attempts.failed(key);
    if (!mayTryAgain) {
      this.attempts.forget(key);
      keeper.discard(connection.id);
    }
    return { kind: 'refused', error };
  }
}

/** Nothing has a way to the client before its session lives. */
const NO_OUTLET: Outlet = { isOpen: false, send: () => undefined };

const contextOf = (connection: Connection, { principal, principalKey, host }: HttpExchange) =>
  legacyContext(connection, ASSUMED_LEGACY_REVISION, {
    transport: 'http',
    scope: connection,
    principal,
    principalKey,
    disconnected: undefined,
    outlet: NO_OUTLET,
    host,
  });

/** It has reported that itself. */
function unlessStoreFailed(thrown: unknown): 'unknown' {
  if (thrown instanceof StoreFailedError) return 'unknown';
  throw thrown;
}

const ABSENT: Recovery = { kind: 'absent' };

const later = (message: string, afterMs: number): Recovery => ({
  kind: 'later',
  error: { code: ErrorCode.InternalError, message },
  afterMs,
});

const CROWDED = later('Too many sessions are being restored; try again later', RETRY_MS);

const REFUSED: SessionEnd = { reason: 'failed', detail: 'the session was not restored' };
const STOPPED: SessionEnd = { reason: 'shutdown', detail: 'the server stops' };
