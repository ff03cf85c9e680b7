import type {
  ElicitationOwners,
  McpNotificationBus,
} from '../../notifications/mcp-notification-bus.js';
import type { Clock } from '../../protocol/clock.js';
import type { JsonObject } from '../../protocol/json.js';
import { isJsonObject } from '../../protocol/json.js';
import type { Connection } from '../../sessions/connection.js';
import type { QuestionOutcome } from './question-courier.interface.js';

/** Bounds of what is remembered of elicitations with an address. */
export interface UrlElicitationLimits {
  /** Those of one connection that are not complete. */
  readonly maxUrlElicitations: number;
  /** Milliseconds for which one can be completed. */
  readonly urlElicitationTtlMs: number;
}

interface Sent {
  readonly connection: Connection;
  readonly expires: number;
  readonly about: JsonObject | undefined;
}

/**
 * Which connection was sent which elicitation with an address, from then until it is complete, refused
 * or too old, or the connection ends. Each connection has places of its own, so that none can make
 * those of another be forgotten.
 */
export class UrlElicitations implements ElicitationOwners {
  private readonly sent = new Map<string, Sent>();
  /** Ids of each connection, the oldest first. */
  private readonly ids = new Map<Connection, Set<string>>();

  constructor(
    private readonly bus: McpNotificationBus,
    private readonly clock: Clock,
    private readonly limits: UrlElicitationLimits,
  ) {}

  /** How many are remembered; zero without connections. */
  get size(): number {
    return this.sent.size;
  }

  /**
   * One is about to be sent. Past the limit the oldest of the connection is forgotten.
   *
   * @param about `_meta` of the notice that it is complete; default: none
   * @throws TypeError when another connection was sent one of this id
   */
  add(id: string, connection: Connection, about?: JsonObject): void {
    if (connection.hasEnded) return;
    const known = this.find(id);
    if (known !== undefined && known.connection !== connection) {
      throw new TypeError('ctx.elicitUrl(): the id is in use by another session');
    }
    this.forget(id);
    const ids = this.ids.get(connection) ?? new Set();
    this.ids.set(connection, ids.add(id));
    const expires = this.clock.now() + this.limits.urlElicitationTtlMs;
    this.sent.set(id, { connection, expires, about });
    const [oldest] = ids;
    if (ids.size > this.limits.maxUrlElicitations) this.forget(oldest as string);
  }

  /**
   * Lets one be completed while its answer is waited for, and afterwards: the page may be done before the
   * client has answered, or long after; unless nobody went there.
   *
   * @param about as of {@link add}
   * @throws as {@link add}, and what `wait` throws
   */
  async during<T extends QuestionOutcome>(
    id: string,
    connection: Connection,
    wait: () => Promise<T>,
    about?: JsonObject,
  ): Promise<T> {
    this.add(id, connection, about);
    let isAgreed = false;
    try {
      const outcome = await wait();
      isAgreed = outcome.kind === 'answered' && isAcceptance(outcome.result);
      return outcome;
    } finally {
      if (!isAgreed) this.forget(id);
    }
  }

  /** @param within when given, the only connection that may be told */
  complete(id: string, within?: Connection): boolean {
    const sent = this.find(id);
    if (sent === undefined || (within !== undefined && within !== sent.connection)) return false;
    const { connection, about } = sent;
    this.forget(id);
    this.bus.sendTo(connection.address, {
      jsonrpc: '2.0',
      method: 'notifications/elicitation/complete',
      params: { elicitationId: id, ...(about !== undefined && { _meta: about }) },
    });
    return true;
  }

  /** It will not be completed; an unknown one is fine. */
  forget(id: string): void {
    const connection = this.sent.get(id)?.connection;
    if (connection === undefined) return;
    this.sent.delete(id);
    const ids = this.ids.get(connection);
    ids?.delete(id);
    if (ids?.size === 0) this.ids.delete(connection);
  }

  /** The connection is over. */
  end(connection: Connection): void {
    for (const id of this.ids.get(connection) ?? []) this.sent.delete(id);
    this.ids.delete(connection);
  }

  /** One that is too old is forgotten when it is looked for: there are never more than the limit. */
  private find(id: string): Sent | undefined {
    const found = this.sent.get(id);
    if (found === undefined || found.expires > this.clock.now()) return found;
    this.forget(id);
    return undefined;
  }
}

const isAcceptance = (result: unknown): boolean =>
  isJsonObject(result) && result.action === 'accept';
